import { formatDate } from "#app/lib/zoned-time.ts";
import { findCreditWithdrawals } from "../churn/activation/find-credit-withdrawals.ts";
import type { ShopContext } from "../context.ts";
import { readEndingGrants } from "../ledger/read-ending-grants.ts";

/** Credit that does not stay although no plan forfeits it. */
export interface EndingCredit {
  /** Minor units of the store's currency. */
  amountMinor: number;
  currency: string;
  /** The last day on which it can be used. */
  date: Date;
}

/**
 * What of a customer's credit expires before a contract has ended, and what a retention offer gave and takes back with
 * it; by the day, soonest first.
 *
 * @param goesAt when credit of the plan would be forfeited.
 */
export async function readEndingCredit(
  context: ShopContext,
  { id, customerId }: { id: bigint; customerId: bigint },
  goesAt: Date,
): Promise<EndingCredit[]> {
  const { shop } = context;
  const withdrawals = await findCreditWithdrawals(context, id);
  const grantIds = [...withdrawals.keys()];
  const grants = await readEndingGrants(context, customerId, { by: goesAt, grantIds });
  const ofDays = new Map<string, EndingCredit>();
  for (const { id: grantId, remainingMinor, expiresAt } of grants) {
    const date = earlier(expiresAt, withdrawals.get(grantId));
    const day = formatDate(date, shop.ianaTimezone);
    const amountMinor = (ofDays.get(day)?.amountMinor ?? 0) + remainingMinor;
    ofDays.set(day, { amountMinor, currency: shop.currency, date });
  }
  return [...ofDays.values()].sort((one, other) => one.date.getTime() - other.date.getTime());
}

function earlier(one: Date | null, other: Date | undefined): Date {
  if (one && other) return one < other ? one : other;
  const date = one ?? other;
  if (!date) throw new Error("a grant that ends has no date");
  return date;
}
