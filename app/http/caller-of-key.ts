import type { RecognizedKey } from "#app/domain/api-keys/find-api-keys.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { AuthenticationRequest, Caller } from "./api.ts";

// A remembered key comes with many requests, and its context is the same for all of them.
const contexts = new WeakMap<RecognizedKey, ShopContext>();

/**
 * The caller that a recognized key belongs to.
 *
 * @throws AppError scope_missing when the key may not call this route.
 */
export function callerOfKey(
  { scope, context }: Pick<AuthenticationRequest, "scope" | "context">,
  key: RecognizedKey,
  {
    fields,
    loggedInCustomerId = null,
  }: Partial<Pick<Caller, "loggedInCustomerId" | "fields">> = {},
): Caller {
  if (scope && !key.scopes.includes(scope)) {
    throw new AppError("scope_missing", `The API key lacks the scope ${scope}.`);
  }
  let shopContext = contexts.get(key);
  if (!shopContext) {
    shopContext = openShop(context.app, key.shop, { kind: "api", name: key.name });
    contexts.set(key, shopContext);
  }
  const caller = { context: shopContext, loggedInCustomerId, keyId: key.keyId };
  return fields ? { ...caller, fields } : caller;
}
