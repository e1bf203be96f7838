import { z } from "zod";
import { OFFER_TYPES } from "#app/domain/churn/offers/offer-rules.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import type { Caller } from "#app/http/api.ts";
import { platformIdText, textField } from "#app/http/text-field.ts";
import { AppError } from "#app/lib/app-error.ts";

/** What the cancel flow's endpoints take and answer. */
export const contractParams = z.object({ contract_id: platformIdText });

const unit = z.enum(["day", "week", "month", "year"]);

export const offerViewSchema = z
  .object({
    id: z.number().int(),
    type: z.enum(OFFER_TYPES),
    name: z.string(),
    description: z.string(),
    discount: z
      .object({
        discount_type: z.enum(["percentage", "fixed_amount"]),
        discount_value: z.number(),
        cycles: z.number().int().nullable(),
        price_minor: z.number().int(),
        price_with_offer_minor: z.number().int(),
        currency: z.string(),
        full_price_from: z.string().nullable(),
      })
      .optional(),
    frequency: z
      .object({
        from_count: z.number().int(),
        from_unit: unit,
        to_count: z.number().int(),
        to_unit: unit,
        next_billing_date: z.string().nullable(),
      })
      .optional(),
    credit: z
      .object({
        amount_minor: z.number().int(),
        currency: z.string(),
        expires_on: z.string().nullable(),
      })
      .optional(),
  })
  .meta({ id: "OfferView" });

export const contractViewSchema = z
  .object({
    contract_id: z.number().int(),
    kind: z.enum(["membership", "product"]),
    status: z.enum(["active", "paused", "cancelled"]),
    plan_name: z.string(),
    price_minor: z.number().int(),
    currency: z.string(),
    interval_name: z.string(),
    interval_count: z.number().int(),
    next_billing_date: z.string().nullable(),
    paused_until: z.string().nullable(),
    ends_on: z.string().nullable(),
    active_offer: offerViewSchema.nullable(),
  })
  .meta({ id: "ContractView" });

/** Fields of every answer that a shopper may confirm from. */
export const cancellationSummaryFields = {
  last_charge: z
    .object({ amount_minor: z.number().int(), currency: z.string(), date: z.string() })
    .nullable(),
  store_credit_minor: z.number().int(),
  currency: z.string(),
};

export const reasonViewSchema = z.object({
  alias: z.enum(REASON_ALIASES),
  title: z.string().nullable(),
  description: z.string().nullable(),
});

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
