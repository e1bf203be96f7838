import type { AppliedOfferLine } from "#app/domain/churn/reports/applied-offer-line.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { CsvCell } from "#app/lib/csv.ts";
import { formatMinor } from "#app/lib/money.ts";
import { formatDateMinute } from "#app/lib/zoned-time.ts";

/** The columns of the export. Other systems read them by name: names stay, new columns come last. */
export const CSV_HEADER = [
  "applied_offer_id",
  "state",
  "source",
  "offer",
  "offer_type",
  "reason",
  "customer_id",
  "customer_name",
  "customer_email",
  "contract_id",
  "plan",
  "price",
  "price_with_offer",
  "currency",
  "cycles_left",
  "cost_so_far",
  "cost_currency",
  "requested_at",
  "accepted_at",
  "cancelled_at",
  "effect_ended_at",
  "refusal",
] as const;

/** One line of the export; instants in the store's zone, amounts as plain decimals. */
export function toCsvCells(line: AppliedOfferLine, shop: Pick<Shop, "ianaTimezone">): CsvCell[] {
  const at = (instant: Date | null) => instant && formatDateMinute(instant, shop.ianaTimezone);
  const { cost, customer } = line;
  return [
    String(line.id),
    line.state,
    line.source,
    line.offerName,
    line.rules.type,
    line.reason,
    customer && String(customer.platformCustomerId),
    customer?.name ?? null,
    customer?.email ?? null,
    String(line.contractId),
    line.planName,
    formatMinor(line.priceMinor, line.currency),
    formatMinor(line.priceWithOfferMinor, line.currency),
    line.currency,
    cost.cyclesLeft,
    cost.costMinor === null ? null : formatMinor(cost.costMinor, line.costCurrency),
    cost.costMinor === null ? null : line.costCurrency,
    at(line.requestedAt),
    at(line.acceptedAt),
    at(line.cancelledAt),
    at(line.withdrawnAt),
    line.failureReason,
  ];
}
