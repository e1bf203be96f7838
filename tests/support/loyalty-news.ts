import type { ShopContext } from "#app/domain/context.ts";
import { noteFacts } from "#app/domain/loyalty/triggers/note-facts.ts";

/** Something that is heard of a customer. What is told of an order tells the order too, as a webhook does. */
export type LoyaltyNews =
  | { kind: "order"; order: number }
  | { kind: "sent"; order: number }
  | { kind: "refund"; order: number; part: number }
  | { kind: "canceled"; order: number }
  | { kind: "review"; review: number }
  | { kind: "tag" };

const DAY_MS = 86_400_000;
/** Of each order's own amount, in minor units; without tax. */
const AMOUNTS = [0, 1_500, 4_000, 6_000, 9_000, 11_000];

/** Writes a piece of news down, without counting. Safe to repeat. */
export async function hear(
  context: ShopContext,
  customerId: bigint,
  news: LoyaltyNews,
): Promise<void> {
  const { db, shop, clock } = context;
  const daysAgo = (days: number) => new Date(clock.now().setUTCHours(12, 0, 0, 0) - days * DAY_MS);
  if (news.kind === "tag") {
    await noteFacts(context, customerId, [{ kind: "tag", key: "vip", at: daysAgo(8) }]);
    return;
  }
  if (news.kind === "review") {
    const { review } = news;
    const fact = { kind: "review", key: `review-${review}`, at: daysAgo(30 + review) } as const;
    await noteFacts(context, customerId, [fact]);
    return;
  }
  const id = await putOrder(context, customerId, news.order, daysAgo(2 + 6 * news.order));
  const where = { shopId_id: { shopId: shop.id, id } };
  if (news.kind === "sent") {
    const fulfilledAt = daysAgo(1 + 6 * news.order);
    await db.prisma.order.update({ where, data: { fulfilledAt } });
  }
  if (news.kind === "canceled") {
    await db.prisma.order.update({ where, data: { cancelledAt: daysAgo(0) } });
  }
  if (news.kind === "refund") {
    const third = BigInt(Math.ceil((AMOUNTS[news.order] ?? 0) / 3));
    const key = { shopId: shop.id, orderId: id, platformRefundId: BigInt(news.part) };
    await db.prisma.orderRefund.upsert({
      where: { shopId_orderId_platformRefundId: key },
      create: { ...key, refundedAt: daysAgo(0), amountMinor: third },
      update: {},
    });
  }
}

async function putOrder(
  { db, shop }: ShopContext,
  customerId: bigint,
  number: number,
  at: Date,
): Promise<bigint> {
  const platformOrderId = customerId * 100n + BigInt(number);
  const amount = BigInt(AMOUNTS[number] ?? 0);
  const { id } = await db.prisma.order.upsert({
    where: { shopId_platformOrderId: { shopId: shop.id, platformOrderId } },
    update: {},
    create: {
      ...{ shopId: shop.id, platformOrderId, customerId, name: `#${platformOrderId}` },
      ...{ processedAt: at, isTest: false, isRenewal: false, financialStatus: "paid" },
      ...{ currency: shop.currency, totalMinor: amount, subtotalMinor: amount, taxMinor: 0n },
      ...{ discountMinor: 0n, deliveryMinor: 0n, presentmentCurrency: shop.currency },
      ...{ presentmentTotalMinor: amount, gateways: [], discountCodes: [], transactions: [] },
      ...{ lines: [{ productId: 1, totalMinor: Number(amount) }], factsHash: "" },
      ...{ platformCreatedAt: at, platformUpdatedAt: at, createdAt: at, updatedAt: at },
    },
  });
  return id;
}
