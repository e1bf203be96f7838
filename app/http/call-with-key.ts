import { AppError } from "#app/core/app-error.ts";
import type { RecognisedKey } from "#app/domain/api-keys/find-api-key.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { AdmissionRequest, Caller } from "./api-interface.ts";

/**
 * The caller that a recognised key stands for.
 *
 * @throws AppError scope_missing when the key may not call this route.
 */
export function callWithKey(
  { scope, context }: Pick<AdmissionRequest, "scope" | "context">,
  key: RecognisedKey,
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
