import type { RecognizedKey } from "#app/domain/api-keys/find-api-keys.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { AuthenticationRequest, Caller } from "./api.ts";

/**
 * The caller that a recognised key stands for.
 *
 * @throws AppError scope_missing when the key may not call this route.
 */
export function callerOfKey(
  { scope, context }: Pick<AuthenticationRequest, "scope" | "context">,
  key: RecognizedKey,
  rest: Partial<Pick<Caller, "loggedInCustomerId" | "fields">> = {},
): Caller {
  if (scope && !key.scopes.includes(scope)) {
    throw new AppError("scope_missing", `The API key lacks the scope ${scope}.`);
  }
  return {
    context: openShop(context.app, key.shop, { kind: "api", name: key.name }),
    loggedInCustomerId: null,
    ...rest,
  };
}
