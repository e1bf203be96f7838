import type { ShopContext } from "#app/domain/context.ts";
import { type NewFact, noteFacts } from "#app/domain/loyalty/triggers/note-facts.ts";

/** Something that is heard of a customer. What is told of an order tells the order too, as a webhook does. */
export type LoyaltyNews =
  | { kind: "order"; order: number }
  | { kind: "sent"; order: number }
  | { kind: "refund"; order: number; part: number }
  | { kind: "canceled"; order: number }
  | { kind: "fact"; fact: number };

/** What customers do beside ordering, of each kind that rules hear: the same number is the same fact. */
const FACTS: readonly (Omit<NewFact, "at"> & { daysAgo: number })[] = [
  { kind: "account", key: "account", daysAgo: 60 },
  { kind: "email_consent", key: "email", daysAgo: 50 },
  { kind: "sms_consent", key: "sms", daysAgo: 45 },
  { kind: "tag", key: "vip", daysAgo: 8 },
  { kind: "social", key: "instagram", daysAgo: 20 },
  { kind: "birthday", key: "2026:0", daysAgo: 12, data: { year: 2026, days_before: 0 } },
  { kind: "birthday", key: "2025:0", daysAgo: 377, data: { year: 2025, days_before: 0 } },
  { kind: "anniversary", key: "1", daysAgo: 400, data: { basis: "account", years: 1 } },
  { kind: "anniversary", key: "2", daysAgo: 35, data: { basis: "account", years: 2 } },
  { kind: "action", key: "quiz-1", daysAgo: 33, data: { action_key: "quiz" } },
  { kind: "action", key: "quiz-2", daysAgo: 32, data: { action_key: "quiz" } },
  { kind: "action", key: "other-1", daysAgo: 31, data: { action_key: "other" } },
  { kind: "review", key: "review-1", daysAgo: 31 },
  { kind: "review", key: "review-2", daysAgo: 29 },
  { kind: "review", key: "review-3", daysAgo: 28 },
  { kind: "referral", key: "friend-1", daysAgo: 27, data: { order_minor: 3_000, link_days: 1 } },
  { kind: "referral", key: "friend-2", daysAgo: 26, data: { order_minor: 9_000, link_days: 2 } },
  { kind: "referral", key: "friend-3", daysAgo: 25, data: { order_minor: 500, link_days: 2 } },
  { kind: "referred", key: "by-friend", daysAgo: 24, data: { order_minor: 4_000, link_days: 3 } },
  { kind: "receipt", key: "receipt-1", daysAgo: 23, data: { total_minor: 2_390, retailer: "A" } },
  { kind: "receipt", key: "receipt-2", daysAgo: 22, data: { total_minor: 990, retailer: "B" } },
];
export const FACT_COUNT = FACTS.length;

const DAY_MS = 86_400_000;
/** Of each order's own amount, in minor units; without tax. */
const AMOUNTS = [0, 1_500, 4_000, 6_000, 9_000, 11_000];

/**
 * Writes a piece of news down, without counting. Safe to repeat.
 *
 * @param renewedPlans of which every second order renews a subscription each.
 */
export async function hear(
  context: ShopContext,
  customerId: bigint,
  news: LoyaltyNews,
  renewedPlans: readonly bigint[] = [],
): Promise<void> {
  const { db, shop, clock } = context;
  const daysAgo = (days: number) => new Date(clock.now().setUTCHours(12, 0, 0, 0) - days * DAY_MS);
  if (news.kind === "fact") {
    const fact = FACTS[news.fact];
    if (fact === undefined) throw new RangeError(`There is no fact ${news.fact}.`);
    const { daysAgo: days, ...told } = fact;
    await noteFacts(context, customerId, [{ ...told, at: daysAgo(days) }]);
    return;
  }
  const id = await putOrder(context, customerId, news.order, daysAgo(2 + 6 * news.order));
  if (news.order % 2 === 0) await renew(context, id, renewedPlans, daysAgo(2 + 6 * news.order));
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

async function renew(
  { db, shop }: ShopContext,
  orderId: bigint,
  plans: readonly bigint[],
  processedAt: Date,
): Promise<void> {
  const rows = plans.map((planId) => ({
    ...{ shopId: shop.id, orderId, planId, platformContractId: planId, processedAt },
    ...{ isFirst: false, isRenewal: true, totalMinor: 1_500n },
  }));
  await db.prisma.orderSubscription.createMany({ data: rows, skipDuplicates: true });
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
