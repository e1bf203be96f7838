import { AppError } from "#app/lib/app-error.ts";
import type { AuthenticationRequest, Caller } from "./api.ts";
import { callerOfKey } from "./caller-of-key.ts";
import { readFormOrJson } from "./read-form-or-json.ts";

/**
 * Admits a request whose API key is the body's field `key`, in a form or in JSON. A key anywhere else, as in
 * the address, counts as missing (contract, sections 4.4 and 5).
 *
 * @throws AppError key_missing, key_invalid, scope_missing, invalid_input for a body that cannot be read.
 */
export async function authenticateBodyKey(authentication: AuthenticationRequest): Promise<Caller> {
  const { request, context } = authentication;
  const fields = await readFormOrJson(request);
  const secret = Object.hasOwn(fields, "key") ? fields.key : null;
  if (secret === null || secret === "") throw new AppError("key_missing", "key is missing");
  const key =
    typeof secret === "string"
      ? await context.authenticator.recognizeKey(secret, "store-credit")
      : null;
  if (!key) throw new AppError("key_invalid", "key is incorrect");
  return callerOfKey(authentication, key, { fields });
}
