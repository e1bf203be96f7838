import { z } from "zod";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";
import type { PlatformContract, PlatformContractDiscount } from "#app/platform/platform.ts";

/**
 * What an accepted offer gave, in the contract's shapes (section 2.7; store credit: our own). Kept as
 * it is in `applied_offers.reward`. Instants are ISO 8601 in UTC with microseconds.
 */
export const discountRewardSchema = z.object({
  gid: z.string(),
  title: z.string(),
  target_type: z.enum(["LINE_ITEM", "SHIPPING_LINE"]),
  recurring_cycle_limit: z.number().int().nullable(),
  usage_count: z.number().int(),
  applies_on_each_item: z.boolean(),
  discount_type: z.enum(["percentage", "fixed_amount"]),
  value: z.number(),
  deleted_at: z.string().nullable(),
});

const frequencyRewardSchema = z.object({
  interval_count: z.number().int(),
  interval_name: z.enum(["YEAR", "MONTH", "WEEK", "DAY"]),
  next_billing_date: z.string().nullable(),
});

const creditRewardSchema = z.object({
  credit_amount: z.string(),
  currency: z.string(),
  store_credit_balance: z.string(),
  expires_at: z.string().nullable(),
});

export const rewardSchema = z.union([
  discountRewardSchema,
  frequencyRewardSchema,
  creditRewardSchema,
]);

export type DiscountReward = z.infer<typeof discountRewardSchema>;
export type FrequencyReward = z.infer<typeof frequencyRewardSchema>;
export type CreditReward = z.infer<typeof creditRewardSchema>;
export type Reward = z.infer<typeof rewardSchema>;

/** ISO 8601 in UTC with microseconds, as the contract writes a reward's dates. */
export function toMicrosecondIso(instant: Date): string {
  return instant.toISOString().replace("Z", "000Z");
}

/** A discount as it stands on the contract. Its platform gid is shown in the product's neutral form. */
export function discountReward(discount: PlatformContractDiscount): DiscountReward {
  const { value } = discount;
  return {
    gid: discount.gid.replace(/^gid:\/\/[^/]+\//, "gid://platform/"),
    title: discount.title,
    target_type: discount.targetType,
    recurring_cycle_limit: discount.recurringCycleLimit,
    usage_count: discount.usageCount,
    applies_on_each_item: discount.appliesOnEachItem,
    discount_type: value.kind,
    value:
      value.kind === "percentage"
        ? value.percentage
        : Number(formatMinor(value.amountMinor, value.currency)),
    deleted_at: null,
  };
}

/** The contract's rhythm after a change of frequency. */
export function frequencyReward(contract: PlatformContract): FrequencyReward {
  return {
    interval_count: contract.interval.count,
    interval_name: contract.interval.unit.toUpperCase() as FrequencyReward["interval_name"],
    next_billing_date: contract.nextBillingAt ? toMicrosecondIso(contract.nextBillingAt) : null,
  };
}

/** Credit that was granted, and the balance it led to. Amounts in minor units. */
export function creditReward(grant: {
  amountMinor: number;
  balanceMinor: number;
  currency: string;
  expiresAt: Date | null;
}): CreditReward {
  return {
    credit_amount: formatMinor(grant.amountMinor, grant.currency),
    currency: grant.currency,
    store_credit_balance: formatMinor(grant.balanceMinor, grant.currency),
    expires_at: grant.expiresAt ? toMicrosecondIso(grant.expiresAt) : null,
  };
}

/** Reads an amount of the store's currency from an offer's rules. Throws RangeError when it does not fit. */
export function creditAmountMinor(creditAmount: string, currency: string): number {
  const minor = parseDecimalToMinor(creditAmount, currency);
  if (minor === null) throw new RangeError(`${creditAmount} does not fit ${currency}.`);
  return minor;
}
