import { z } from "zod";

const MOST_MONTHS = 120;

const WHOLE_MONTHS = `Give whole months from 1 to ${MOST_MONTHS}, or nothing for ever.`;

const policySchema = z.object({
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

/** When the credit that a plan grants expires or is forfeited. Ids as decimal texts. */
export interface PlanPolicy {
  planId: string;
  planName: string;
  groupName: string;
  kind: "membership" | "product";
  /** Credit lasts so long; null for ever. */
  expiryMonths: number | null;
  /** What is left of it ends with the customer's last contract of the plan. */
  forfeitOnCancel: boolean;
  /** Customers with an active contract, whom a grant to the plan reaches. */
  memberCount: number;
}

/** "expires after 12 months and is forfeited when the contract ends". */
export function describePolicy(
  policy: Pick<PlanPolicy, "expiryMonths" | "forfeitOnCancel">,
): string {
  const { expiryMonths, forfeitOnCancel } = policy;
  const months = expiryMonths === 1 ? "1 month" : `${expiryMonths} months`;
  const lasts = expiryMonths === null ? "never expires" : `expires after ${months}`;
  return `${lasts} and ${forfeitOnCancel ? "is forfeited" : "stays"} when the contract ends`;
}
