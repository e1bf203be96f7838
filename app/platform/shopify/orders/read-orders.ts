import { platformInstant } from "#app/lib/instants.ts";
import type { PlatformOrder } from "../../platform-order.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import {
  type OrderLineFactsFragment,
  ReadOrderDocument,
  ReadOrderLinesDocument,
  type ReadOrderQuery,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";

/** Null when the platform knows no such order, or does not show one of that age. */
export async function readOrder(
  client: AdminClient,
  shopDomain: string,
  orderId: number,
): Promise<PlatformOrder | null> {
  const id = toGid("Order", orderId);
  const { order } = await client.run(shopDomain, ReadOrderDocument, { id });
  if (!order) return null;
  const lines = await readAll(order.lineItems, async (after) => {
    const answer = await client.run(shopDomain, ReadOrderLinesDocument, { id, after });
    return answer.order?.lineItems ?? null;
  });
  return translateOrder(order, lines);
}

function translateOrder(
  order: NonNullable<ReadOrderQuery["order"]>,
  lines: OrderLineFactsFragment[],
): PlatformOrder {
  const unitPrices = new Map(
    lines.map((line) => [line.id, readMoney(line.originalUnitPriceSet.shopMoney)]),
  );
  return {
    orderId: fromGid("Order", order.id),
    name: order.name,
    currency: order.totalPriceSet.shopMoney.currencyCode,
    cancelledAt: order.cancelledAt === null ? null : platformInstant(order.cancelledAt),
    totalMinor: readMoney(order.totalPriceSet.shopMoney),
    goodsMinor: lines.reduce(
      (sum, line) => sum + line.quantity * (unitPrices.get(line.id) ?? 0),
      0,
    ),
    discountCodes: order.discountCodes.map((code) => ({
      code,
      amountMinor: takenByCode(lines, code),
    })),
    plainDiscounts: plainDiscounts(lines),
    refunds: order.refunds
      .map((refund) => ({
        refundId: fromGid("Refund", refund.id),
        createdAt: refund.createdAt ? platformInstant(refund.createdAt) : new Date(0),
        amountMinor: readMoney(refund.totalRefundedSet.shopMoney),
        goodsMinor: refund.refundLineItems.nodes.reduce(
          (sum, { quantity, lineItem }) => sum + quantity * (unitPrices.get(lineItem.id) ?? 0),
          0,
        ),
      }))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.refundId - b.refundId),
  };
}

function plainDiscounts(lines: OrderLineFactsFragment[]): PlatformOrder["plainDiscounts"] {
  const byTitle = new Map<string | null, number>();
  for (const { allocatedAmountSet, discountApplication: by } of lines.flatMap(
    (line) => line.discountAllocations,
  )) {
    if (by.__typename === "DiscountCodeApplication") continue;
    const title = by.__typename === "ManualDiscountApplication" ? by.title : null;
    const before = byTitle.get(title) ?? 0;
    byTitle.set(title, before + readMoney(allocatedAmountSet.shopMoney));
  }
  return [...byTitle].map(([title, amountMinor]) => ({ title, amountMinor }));
}

function takenByCode(lines: OrderLineFactsFragment[], code: string): number {
  return lines
    .flatMap((line) => line.discountAllocations)
    .filter(({ discountApplication: by }) => {
      const isCode = by.__typename === "DiscountCodeApplication";
      return isCode && by.code.toUpperCase() === code.toUpperCase();
    })
    .reduce((sum, { allocatedAmountSet }) => sum + readMoney(allocatedAmountSet.shopMoney), 0);
}
