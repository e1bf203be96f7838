import { platformInstant } from "#app/lib/instants.ts";
import { OWED_STATUSES } from "#app/lib/owed-statuses.ts";
import type { PlatformOrder, PlatformSoldLine } from "../../platform-order.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  ReadOrderDocument,
  ReadOrderLinesDocument,
  type ReadOrderQuery,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";
import { readRefundLines } from "./read-refunds.ts";
import {
  readShopMoney,
  translateRefund,
  translateSoldLine,
  type WholeRefund,
  withoutTip,
} from "./translate-order-parts.ts";

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
  const refunds = await readRefundLines(client, shopDomain, order.refunds);
  const goods = withoutTip(lines, readShopMoney(order.totalTipReceivedSet));
  return translateOrder(order, goods.map(translateSoldLine), refunds);
}

function translateOrder(
  order: NonNullable<ReadOrderQuery["order"]>,
  lines: PlatformSoldLine[],
  refunds: readonly WholeRefund[],
): PlatformOrder {
  const { taxesIncluded } = order;
  return {
    orderId: fromGid("Order", order.id),
    name: order.name,
    currency: order.totalPriceSet.shopMoney.currencyCode,
    cancelledAt: order.cancelledAt === null ? null : platformInstant(order.cancelledAt),
    totalMinor: readShopMoney(order.totalPriceSet),
    unpaidMinor: unpaidMinor(order),
    taxesIncluded,
    lines,
    discountCodes: order.discountCodes.map((code) => ({
      code,
      amountMinor: takenByCode(lines, code),
    })),
    refunds: refunds
      .map((refund) => translateRefund(refund, { taxesIncluded, updatedAt: order.updatedAt }))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.refundId - b.refundId),
  };
}

function unpaidMinor({
  displayFinancialStatus: status,
  totalPriceSet,
  totalReceivedSet,
}: NonNullable<ReadOrderQuery["order"]>): number {
  if (!OWED_STATUSES.includes(status?.toLowerCase() ?? "")) return 0;
  return Math.max(0, readShopMoney(totalPriceSet) - readShopMoney(totalReceivedSet));
}

function takenByCode(lines: readonly PlatformSoldLine[], wanted: string): number {
  return lines
    .flatMap(({ discounts }) => discounts)
    .filter(({ code }) => code?.toUpperCase() === wanted.toUpperCase())
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
