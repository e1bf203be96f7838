import type { ShopContext } from "../context.ts";
import { readCreditLiability } from "../ledger/reports/read-credit-liability.ts";
import { type CreditFigures, creditFigures } from "./credit-figures.ts";
import { listOverviewDays, type OverviewDay, type OverviewPeriod } from "./overview-days.ts";
import { type BillingFigures, readBilling } from "./read-billing.ts";
import { type MemberFigures, readMembers } from "./read-members.ts";
import { type RetentionFigures, readRetention } from "./read-retention.ts";
import { type RevenueFigures, readRevenue } from "./read-revenue.ts";
import { readSubscriptions, type SubscriptionFigures } from "./read-subscriptions.ts";

/** The figures of a period. Money is minor units of the store's currency; a rate is a share of 1. */
export interface Overview {
  days: readonly OverviewDay[];
  members: MemberFigures;
  subscriptions: SubscriptionFigures;
  revenue: RevenueFigures;
  billing: BillingFigures;
  credit: CreditFigures;
  retention: RetentionFigures;
  /** By day, in the order of `days`. */
  series: {
    revenueMinor: number;
    newMembers: number;
    cancelledMembers: number;
    failedAttempts: number;
  }[];
}

/**
 * The store's figures, each from the rows that the exports list. A plan narrows all but store credit and the revenue
 * of single days.
 */
export async function readOverview(
  context: ShopContext,
  { period, planId }: { period: OverviewPeriod; planId: bigint | null },
): Promise<Overview> {
  const days = listOverviewDays(context.clock.now(), period, context.shop.ianaTimezone);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new Error("a period has days");
  const scope = { days, from: first.start, to: last.end, planId };
  const [members, subscriptions, revenue, billing, retention, liability] = await Promise.all([
    readMembers(context, scope),
    readSubscriptions(context, scope),
    readRevenue(context, scope),
    readBilling(context, scope),
    readRetention(context, scope),
    readCreditLiability(context, creditDays(days), "money"),
  ]);
  return {
    days,
    members: members.figures,
    subscriptions,
    revenue: revenue.figures,
    billing: billing.figures,
    credit: creditFigures(liability),
    retention,
    series: days.map((_, index) => ({
      revenueMinor: revenue.byDay[index] ?? 0,
      newMembers: members.byDay[index]?.joined ?? 0,
      cancelledMembers: members.byDay[index]?.cancelled ?? 0,
      failedAttempts: billing.failedByDay[index] ?? 0,
    })),
  };
}

function creditDays(days: readonly OverviewDay[]) {
  return days.map(({ date, start, end }) => ({ name: date, start, end }));
}
