import { z } from "zod";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addDays, startOfDay } from "#app/lib/zoned-time.ts";

/** Whether shoppers can withdraw from a contract by themselves, and for how many days after it was made. */
export interface WithdrawalRule {
  isOn: boolean;
  days: number;
}

/** What the law of the European Union gives consumers. */
const LEGAL_DAYS = 14;
const MOST_DAYS = 365;

/** Fewer days than the law gives can only be none: the switch. */
export const withdrawalRuleSchema = z.strictObject({
  isOn: z.boolean(),
  days: z
    .number(`Choose ${LEGAL_DAYS} to ${MOST_DAYS} days.`)
    .int(`Choose ${LEGAL_DAYS} to ${MOST_DAYS} days.`)
    .min(LEGAL_DAYS, `Choose ${LEGAL_DAYS} to ${MOST_DAYS} days.`)
    .max(MOST_DAYS, `Choose ${LEGAL_DAYS} to ${MOST_DAYS} days.`),
});

const settingsSchema = z.object({ withdrawal: withdrawalRuleSchema.optional() });

/** The store's rule: on, with the legal days, until the merchant decides otherwise. */
export async function readWithdrawalRule(tx: Queries, shopId: bigint): Promise<WithdrawalRule> {
  const where = { id: shopId };
  const row = await tx.shop.findUniqueOrThrow({ where, select: { settings: true } });
  return settingsSchema.parse(row.settings).withdrawal ?? { isOn: true, days: LEGAL_DAYS };
}

type Contract = Pick<
  Subscription,
  "originalStartAt" | "platformCreatedAt" | "importState" | "withdrawnAt"
>;

/** When a contract was made: at the old app, for one that was imported. */
export function madeAt({ originalStartAt, platformCreatedAt }: Contract): Date {
  return originalStartAt ?? platformCreatedAt;
}

/**
 * The beginning of the last day on which the owner can withdraw from a contract; null where they cannot. The day on which it was
 * made does not count, and the last one counts to its end.
 */
export function lastDayToWithdraw(
  contract: Contract,
  { isOn, days }: WithdrawalRule,
  now: Date,
  zone: string,
): Date | null {
  const hasBegun = contract.importState === null || contract.importState === "active";
  if (!isOn || !hasBegun || contract.withdrawnAt) return null;
  const last = startOfDay(addDays(madeAt(contract), days, zone), zone);
  return now < startOfDay(addDays(last, 1, zone), zone) ? last : null;
}
