import { z } from "zod";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { offerViewSchema } from "../offer-view.ts";

/**
 * What the cancel flow's endpoints answer: the domain's values by `toSnakeCaseJson`. Amounts are integers
 * in the currency's minor unit, dates are `YYYY-MM-DD` in the store's zone. The theme extension takes its
 * types from here.
 */
export const contractViewSchema = z
  .object({
    contract_id: z.number().int(),
    kind: z.enum(["membership", "product"]),
    status: z.enum(["active", "paused", "cancelled"]),
    plan_name: z.string(),
    price_minor: z.number().int(),
    currency: z.string(),
    currency_digits: z.int().meta({ description: "Decimals of the currency's minor unit." }),
    interval_name: z.string(),
    interval_count: z.number().int(),
    delivery_interval: z
      .object({ unit: z.enum(["day", "week", "month", "year"]), count: z.int() })
      .nullable()
      .meta({
        description:
          "How often a prepaid one is delivered; null where each charge brings its own delivery.",
      }),
    next_billing_date: z.string().nullable(),
    charge_due_since: z.string().nullable(),
    next_charge_minor: z.number().int().nullable(),
    delivery_minor: z.number().int(),
    lines: z.array(
      z.object({
        title: z.string(),
        variant_title: z.string().nullable(),
        image_url: z.string().nullable(),
        quantity: z.number().int(),
      }),
    ),
    paused_until: z.string().nullable(),
    ends_on: z.string().nullable(),
    active_offer: offerViewSchema.nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: "ContractView" });

const dated = {
  amount_minor: z.number().int(),
  currency: z.string(),
  currency_digits: z.int(),
  date: z.string(),
};

/** Fields of every answer that a shopper may confirm from. */
const summaryFields = {
  last_charge: z.object(dated).nullable(),
  store_credit_minor: z.number().int(),
  forfeited_credit_minor: z.number().int(),
  ending_credit: z.array(z.object(dated)),
  currency: z.string(),
  currency_digits: z.int(),
};

export const cancelFlowAnswer = z.object({
  contract: contractViewSchema,
  reasons: z.array(
    z.object({
      alias: z.enum(REASON_ALIASES),
      title: z.string().nullable(),
      description: z.string().nullable(),
    }),
  ),
  active_offer: offerViewSchema.nullable(),
  ...summaryFields,
});

export const reasonAnswer = z.object({
  flow_id: z.string(),
  offer: offerViewSchema.nullable(),
  active_offer: offerViewSchema.nullable(),
  help: z.object({ kind: z.enum(["contact", "help"]), url: z.string() }).nullable(),
  contract: contractViewSchema,
  ...summaryFields,
});

export const acceptAnswer = z.object({ applied: offerViewSchema, contract: contractViewSchema });

export const cancelAnswer = z.object({
  reference: z.string(),
  ends_on: z.string().nullable(),
  charge_running: z.boolean(),
  ...summaryFields,
  already_cancelled: z.boolean(),
  contract: contractViewSchema,
});
