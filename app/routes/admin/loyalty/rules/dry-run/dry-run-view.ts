import type { DryRunFigures } from "#app/domain/loyalty/dry-run/dry-run-figures.ts";
import type { DryRun } from "#app/domain/loyalty/dry-run/read-dry-run.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";

/** A dry run in the words of the rule's editor. */
export function showDryRun(
  run: DryRun,
  { currency, ianaTimezone }: Pick<Shop, "currency" | "ianaTimezone">,
  formats: Formats,
) {
  const day = (instant: Date) => formats.day(formatDate(instant, ianaTimezone));
  return {
    id: String(run.id),
    isDone: run.isDone,
    /** Why a part was begun again; null when none was. */
    trouble: run.reason && `A part is tried again: ${run.reason}.`,
    seen: run.seenCount,
    total: run.totalCount,
    since: { month: day(run.monthAt), year: day(run.fromAt) },
    month: describeFigures(run.month, currency, formats),
    year: describeFigures(run.year, currency, formats),
  };
}

export type DryRunView = ReturnType<typeof showDryRun>;

/** "214 customers, €431.00 of store credit". */
function describeFigures(figures: DryRunFigures, currency: string, formats: Formats): string {
  const { customers, points, creditMinor, coupons, contracts, worthMinor } = figures;
  if (customers === 0) return "Nobody";
  const worth =
    worthMinor > 0 ? ` worth ${formats.money(worthMinor, currency)} if all are used` : "";
  return [
    formats.count(customers, "customer"),
    ...(points > 0 ? [formats.count(points, "point")] : []),
    ...(creditMinor > 0 ? [`${formats.money(creditMinor, currency)} of store credit`] : []),
    ...(coupons > 0 ? [`${formats.count(coupons, "coupon")}${worth}`] : []),
    ...(contracts > 0
      ? [formats.count(contracts, "reward on a subscription", "rewards on subscriptions")]
      : []),
  ].join(", ");
}
