import { AppError } from "#app/core/app-error.ts";
import type { AdmissionRequest, Caller } from "./api-interface.ts";
import { callWithKey } from "./call-with-key.ts";
import { readFormOrJson } from "./read-form-or-json.ts";

/**
 * Admits a request whose API key is the body's field `key`, in a form or in JSON. A key anywhere else, as in
 * the address, counts as missing (contract, sections 4.4 and 5).
 *
 * @throws AppError key_missing, key_invalid, scope_missing, invalid_input for a body that cannot be read.
 */
export async function admitBodyKey(admission: AdmissionRequest): Promise<Caller> {
  const { request, context } = admission;
  const fields = await readFormOrJson(request);
  const secret = Object.hasOwn(fields, "key") ? fields.key : null;
  if (secret === null || secret === "") throw new AppError("key_missing", "key is missing");
  const key =
    typeof secret === "string"
      ? await context.admission.recogniseKey(secret, "store-credit")
      : null;
  if (!key) throw new AppError("key_invalid", "key is incorrect");
  return callWithKey(admission, key, { fields });
}
