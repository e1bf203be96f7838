import { z } from "zod";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import type { Caller } from "#app/http/api.ts";
import { contractIdText, textField } from "#app/http/text-field.ts";
import { AppError } from "#app/lib/app-error.ts";

/** What the cancel flow's endpoints take. */
export const contractParams = z.object({ contract_id: contractIdText });

/** Fields that a shopper fills in; an empty note is no note. */
export const reasonField = z
  .enum(REASON_ALIASES, { error: `Must be null or one of: ${REASON_ALIASES.join(", ")}.` })
  .nullish()
  .transform((reason) => reason ?? null);
export const noteField = textField(500)
  .nullish()
  .transform((note) => note || null);
export const flowIdField = z
  .uuid("Must be the flow_id of an earlier answer.")
  .nullish()
  .transform((id) => id ?? null);
export const idempotencyKeyField = z
  .string("Must be a text of 8 to 100 characters.")
  .regex(/^[\w-]{8,100}$/, "Must be 8 to 100 letters, digits, - or _.");

/** The shopper whose things this request is about. */
export function shopperOf(caller: Caller): number {
  if (caller.loggedInCustomerId === null)
    throw new AppError("signed_out", "Sign in to the store first.");
  return caller.loggedInCustomerId;
}
