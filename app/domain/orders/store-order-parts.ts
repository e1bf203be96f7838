import type { Order, OrderRefund } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import type { SubscriptionLink } from "./order-relations.ts";

type Refunds = PlatformOrderFacts["refunds"];

/**
 * Brings an order's refunds up to what the platform said: of one whose money is on its way the amount comes later.
 *
 * @returns those that are new, and those that have paid back more.
 */
export async function storeRefunds(
  tx: Queries,
  { shopId, id: orderId }: Pick<Order, "shopId" | "id">,
  refunds: Refunds,
): Promise<Refunds> {
  if (refunds.length === 0) return [];
  const rows = await tx.orderRefund.findMany({ where: { shopId, orderId } });
  const known = new Map(rows.map((row) => [Number(row.platformRefundId), row]));
  const isNew = ({ refundId }: Refunds[number]) => !known.has(refundId);
  await insertRows(tx, "OrderRefund", refundRows({ shopId, id: orderId }, refunds.filter(isNew)));
  for (const row of refundRows({ shopId, id: orderId }, refunds)) {
    const before = known.get(Number(row.platformRefundId));
    if (!before || hashJson(refundPart(before)) === hashJson(refundPart(row))) continue;
    const { platformRefundId, refundedAt, amountMinor, besideMinor, lines } = row;
    await tx.orderRefund.update({
      where: { shopId_orderId_platformRefundId: { shopId, orderId, platformRefundId } },
      data: { refundedAt, amountMinor, besideMinor, lines },
    });
  }
  return refunds.flatMap((refund) => {
    const paidBefore = Number(known.get(refund.refundId)?.amountMinor ?? 0);
    const amountMinor = refund.amountMinor - paidBefore;
    return isNew(refund) || amountMinor > 0 ? { ...refund, amountMinor } : [];
  });
}

/** A dispute that is new, or in another state than before. */
export interface DisputeChange {
  status: string;
  isNew: boolean;
}

/**
 * Brings an order's disputes up to what the platform said, and dates those that have changed. Details that cannot
 * be read now stay as they were known.
 */
export async function storeDisputes(
  context: Pick<ShopContext, "clock">,
  tx: Queries,
  { shopId, id: orderId }: Pick<Order, "shopId" | "id">,
  disputes: PlatformOrderFacts["disputes"],
): Promise<DisputeChange[]> {
  const changes: DisputeChange[] = [];
  if (disputes.length === 0) return changes;
  const rows = await tx.orderDispute.findMany({ where: { shopId, orderId } });
  for (const { disputeId, kind, status, details } of disputes) {
    const platformDisputeId = BigInt(disputeId);
    const before = rows.find((row) => row.platformDisputeId === platformDisputeId);
    const fields = {
      kind,
      status,
      ...(details && {
        reason: details.reason,
        amountMinor: BigInt(details.amountMinor),
        currency: details.currency,
        initiatedAt: details.initiatedAt,
        finalizedAt: details.finalizedAt,
      }),
    };
    const isSame =
      before &&
      Object.entries(fields).every(
        ([name, value]) => before[name as keyof typeof before]?.valueOf() === value?.valueOf(),
      );
    if (isSame) continue;
    const changedAt = context.clock.now();
    await tx.orderDispute.upsert({
      where: { shopId_orderId_platformDisputeId: { shopId, orderId, platformDisputeId } },
      create: { shopId, orderId, platformDisputeId, ...fields, changedAt },
      update: { ...fields, changedAt },
    });
    if (before?.status !== status) changes.push({ status, isNew: !before });
  }
  return changes;
}

/** An order's row, and the subscriptions that it belongs to. */
interface LinkedOrder {
  row: Order;
  /** Its row as it was; null for one that is new. */
  before: Order | null;
  links: readonly SubscriptionLink[];
}

/** Writes the subscriptions of orders of a store, with the order's own date and total beside each. */
export async function storeLinks(tx: Queries, orders: readonly LinkedOrder[]): Promise<void> {
  const known = orders.flatMap(({ before }) => before ?? []);
  for (const some of partsOf(known, FEW_VALUES)) {
    const orderId = { in: some.map(({ id }) => id) };
    await tx.orderSubscription.deleteMany({ where: { shopId: some[0]?.shopId ?? 0n, orderId } });
  }
  await insertRows(
    tx,
    "OrderSubscription",
    orders.flatMap(({ row, links }) => linkRows(row, links)),
  );
}

/** The rows of an order's subscriptions. */
export function linkRows(
  { shopId, id: orderId, processedAt, totalMinor, isRenewal }: Order,
  links: readonly SubscriptionLink[],
) {
  return links.map(({ contractId, subscription, isFirst }) => ({
    shopId,
    orderId,
    platformContractId: BigInt(contractId),
    subscriptionId: subscription?.id ?? null,
    planId: subscription?.planId ?? null,
    isFirst,
    ...{ processedAt, totalMinor, isRenewal },
  }));
}

/** The rows of an order's refunds. */
export function refundRows(
  { shopId, id: orderId }: Pick<Order, "shopId" | "id">,
  refunds: PlatformOrderFacts["refunds"],
) {
  return refunds.map(({ refundId, createdAt, amountMinor, besideMinor, lines }) => ({
    shopId,
    orderId,
    platformRefundId: BigInt(refundId),
    refundedAt: createdAt,
    amountMinor: BigInt(amountMinor),
    besideMinor: BigInt(besideMinor),
    lines: lines.map((line) => ({ ...line })),
  }));
}

/** What of a refund may change, in a form of which the same values have the same text. */
function refundPart(
  row: Pick<OrderRefund, "refundedAt" | "amountMinor" | "besideMinor" | "lines">,
) {
  const lines = (row.lines ?? []) as Refunds[number]["lines"];
  return [
    ...[row.refundedAt.toISOString(), String(row.amountMinor), String(row.besideMinor)],
    lines.map(({ lineId, quantity, grossMinor }) => [lineId, quantity, grossMinor]),
  ];
}
