import type { Order } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { SubscriptionLink } from "./order-relations.ts";
import type { DisputeChange } from "./store-order-parts.ts";

interface OrderChange {
  /** Null for an order that is new to us. */
  before: Order | null;
  row: Order;
  order: PlatformOrderFacts;
  links: readonly SubscriptionLink[];
  /** Those that are new. */
  refunds: PlatformOrderFacts["refunds"];
  disputes: readonly DisputeChange[];
}

/** Records what happened to an order: what a merchant wants to read on the timeline, and an event for subscribers. */
export async function recordOrderChange(
  context: ShopContext,
  tx: Queries,
  change: OrderChange,
): Promise<void> {
  const { before, row, order, links } = change;
  const subscriptionId = links.find(({ subscription }) => subscription)?.subscription?.id ?? null;
  for (const line of timelineOf(change)) {
    await recordActivity(context, tx, {
      ...line,
      customerId: row.customerId,
      subscriptionId,
      details: { order_id: String(row.id) },
    });
  }
  await recordEvent(context, tx, before ? "order.updated" : "order.created", {
    order_id: String(row.id),
    platform_order_id: String(row.platformOrderId),
    customer_id: row.customerId === null ? null : String(row.customerId),
    financial_status: row.financialStatus,
    total_minor: order.totalMinor,
    refunded_minor: refundedMinor(order.refunds),
    currency: row.currency,
    is_renewal: row.isRenewal,
    is_test: row.isTest,
    is_cancelled: row.cancelledAt !== null,
    is_disputed: order.disputes.length > 0,
    processed_at: row.processedAt.toISOString(),
  });
}

function timelineOf({ before, row, refunds, disputes }: OrderChange) {
  const lines: { kind: string; message: string }[] = [];
  if (refunds.length > 0) {
    const amountMinor = refundedMinor(refunds);
    const amount = formatMinor(amountMinor, row.currency);
    const message =
      amountMinor > 0
        ? `Order ${row.name} was refunded: ${amount} ${row.currency}.`
        : `Goods of order ${row.name} were taken back. No money was paid back.`;
    lines.push({ kind: "order.refunded", message });
  }
  if (row.cancelledAt && !before?.cancelledAt) {
    lines.push({ kind: "order.cancelled", message: `Order ${row.name} was canceled.` });
  }
  for (const { isNew, status } of disputes) {
    const words = status.replaceAll("_", " ");
    lines.push({
      kind: "order.disputed",
      message: isNew
        ? `The payment of order ${row.name} is disputed: ${words}.`
        : `The dispute about order ${row.name} has moved on: ${words}.`,
    });
  }
  return lines;
}

function refundedMinor(refunds: PlatformOrderFacts["refunds"]): number {
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
