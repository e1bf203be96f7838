import { z } from "zod";

/**
 * What an offer gives, by type. This is the shape kept in `churn_offers.rules`; the Churn API shows
 * the contract's part of it (section 2.7) by {@link toContractRules}.
 */
export const OFFER_TYPES = ["discount_price", "change_frequency", "add_store_credits"] as const;
export type OfferType = (typeof OFFER_TYPES)[number];

const discountPriceRules = z
  .object({
    type: z.literal("discount_price"),
    discount_type: z.enum(["percentage", "fixed_amount"]),
    /** Per cent (whole, 1–100: the platform takes no fraction on a contract), or major units of the store's currency. */
    discount_value: z.number().positive("Must be more than 0."),
    /** Renewals that the discount lasts; null for all. */
    cycles: z.number().int().min(1).max(100).nullable(),
  })
  .superRefine((rules, context) => {
    if (rules.discount_type !== "percentage") return;
    if (!Number.isInteger(rules.discount_value) || rules.discount_value > 100) {
      context.addIssue({
        code: "custom",
        path: ["discount_value"],
        message: "A percentage is a whole number from 1 to 100.",
      });
    }
  });

const changeFrequencyRules = z.object({
  type: z.literal("change_frequency"),
  interval_count: z.number().int().min(1).max(365),
  interval_name: z.enum(["year", "month", "week", "day"]),
});

const addStoreCreditsRules = z.object({
  type: z.literal("add_store_credits"),
  /** Decimal text in the store's currency, more than 0, at most two decimals, for example "10.00". */
  credit_amount: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, "Must be an amount with at most two decimals.")
    .refine((text) => Number(text) > 0, "Must be more than 0."),
  /** Days until the credit expires; null for never. */
  expires_in_days: z.number().int().min(1).max(3650).nullable(),
});

export const offerRulesSchema = z.union([
  discountPriceRules,
  changeFrequencyRules,
  addStoreCreditsRules,
]);

export type OfferRules = z.infer<typeof offerRulesSchema>;
export type DiscountPriceRules = z.infer<typeof discountPriceRules>;
export type ChangeFrequencyRules = z.infer<typeof changeFrequencyRules>;

/** The `rules` object of the Churn API, whose keys depend on the offer's type. */
export type ContractRules =
  | { discount_type: "percentage" | "fixed_amount"; discount_value: number }
  | { interval_count: number; interval_name: "year" | "month" | "week" | "day" }
  | { credit_amount: string };

/** The part of the rules that the contract shows (section 2.7). */
export function toContractRules(rules: OfferRules): ContractRules {
  switch (rules.type) {
    case "discount_price":
      return { discount_type: rules.discount_type, discount_value: rules.discount_value };
    case "change_frequency":
      return { interval_count: rules.interval_count, interval_name: rules.interval_name };
    case "add_store_credits":
      return { credit_amount: rules.credit_amount };
  }
}

/** An offer as merchants manage it. */
export interface ChurnOffer {
  id: bigint;
  name: string;
  description: string;
  rules: OfferRules;
  active: boolean;
  /** Null: a customer may get it again; else at most once in so many months. */
  oncePerCustomerMonths: number | null;
}

/** Reads a row of `churn_offers`. A row that does not parse is a bug and throws. */
export function toChurnOffer(row: {
  id: bigint;
  name: string;
  description: string;
  rules: unknown;
  active: boolean;
  oncePerCustomerMonths: number | null;
}): ChurnOffer {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rules: offerRulesSchema.parse(row.rules),
    active: row.active,
    oncePerCustomerMonths: row.oncePerCustomerMonths,
  };
}
