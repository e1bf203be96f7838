import { isDeepStrictEqual } from "node:util";
import type { CreditHold } from "#app/generated/prisma/client.ts";
import type {
  ContractChange,
  PlatformContract,
  PlatformContractDiscount,
} from "#app/platform/platform-contract.ts";
import { CREDIT_DISCOUNT_TITLE } from "../../store-credit/holds/credit-hold.ts";

type AddedDiscount = Extract<ContractChange, { kind: "add_discount" }>;

/** How many drafts are tried: each change of the contract makes the one before useless. */
export const MOST_DRAFTS = 3;

/** What is held for a charge, as a discount of that charge alone. */
export function creditDiscount({ amountMinor, currency }: CreditHold): AddedDiscount {
  return {
    kind: "add_discount",
    title: CREDIT_DISCOUNT_TITLE,
    value: { kind: "fixed_amount", amountMinor: Number(amountMinor), currency },
    recurringCycleLimit: 1,
  };
}

/**
 * The discount of a hold on a contract; undefined where there is none. A run that was broken off may have put it on under another
 * gid than the hold knows.
 */
export function discountOf(
  { discounts }: PlatformContract,
  hold: CreditHold,
): PlatformContractDiscount | undefined {
  return (
    discounts.find(({ gid }) => gid === hold.discountGid) ??
    discounts.find((one) => isAlike(one, hold))
  );
}

function isAlike(one: PlatformContractDiscount, hold: CreditHold): boolean {
  const { kind, ...terms } = creditDiscount(hold);
  const { title, value, recurringCycleLimit } = one;
  return isDeepStrictEqual({ title, value, recurringCycleLimit }, terms);
}
