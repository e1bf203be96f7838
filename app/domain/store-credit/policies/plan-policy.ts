import { z } from "zod";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";

const MOST_MONTHS = 120;

const WHOLE_MONTHS = `Give whole months from 1 to ${MOST_MONTHS}, or nothing for ever.`;

const policySchema = z.object({
  /** Plain decimals of the store's currency; null for none. */
  amount: z.string().max(40).nullable(),
  planId: z.string().regex(/^[1-9]\d{0,17}$/),
  expiryMonths: z
    .number(WHOLE_MONTHS)
    .int(WHOLE_MONTHS)
    .min(1, WHOLE_MONTHS)
    .max(MOST_MONTHS, WHOLE_MONTHS)
    .nullable(),
  forfeitOnCancel: z.boolean(),
});

export const planPoliciesSchema = z.object({ policies: z.array(policySchema).max(1000) });

/** What credit a plan grants, and when it expires or is forfeited. Ids as decimal texts. */
export interface PlanPolicy {
  planId: string;
  planName: string;
  groupName: string;
  kind: "membership" | "product";
  /** What each paid charge of a membership gives, in minor units; null for none. */
  amountMinor: number | null;
  /** Credit lasts so long; null for ever. */
  expiryMonths: number | null;
  /** What is left of it ends with the customer's last contract of the plan. */
  forfeitOnCancel: boolean;
  /** Customers with an active contract, whom a grant to the plan reaches. */
  memberCount: number;
}

/** The largest credit of one charge, in minor units. */
const MOST_MINOR = 100_000_000;

/** Minor units of what a merchant has set; null when it is no amount that a charge can give. */
export function readPolicyAmount(amount: string, currency: string): number | null {
  const minor = parseDecimalToMinor(amount, currency);
  return minor !== null && minor > 0 && minor <= MOST_MINOR ? minor : null;
}

/** "is 10.00 EUR for each paid charge, expires after 12 months and is forfeited when the contract ends". */
export function describePolicy(
  policy: Pick<PlanPolicy, "amountMinor" | "expiryMonths" | "forfeitOnCancel">,
  currency: string,
): string {
  const { amountMinor, expiryMonths, forfeitOnCancel } = policy;
  const gives =
    amountMinor === null
      ? ""
      : `is ${formatMinor(amountMinor, currency)} ${currency} for each paid charge, `;
  const months = expiryMonths === 1 ? "1 month" : `${expiryMonths} months`;
  const lasts = expiryMonths === null ? "never expires" : `expires after ${months}`;
  return `${gives}${lasts} and ${forfeitOnCancel ? "is forfeited" : "stays"} when the contract ends`;
}
