import type { Customer, LoyaltyReferral, Order } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../../activity/record-activity.ts";
import type { ShopContext } from "../../../context.ts";
import { scheduleTask } from "../../../schedule/schedule-task.ts";
import { countReferralTask } from "../../loyalty-tasks.ts";
import { readLoyaltySettings } from "../../program/loyalty-settings.ts";
import { readProgram } from "../../read-program.ts";
import type { CountableRule } from "../../rules/count-rule.ts";
import type { RuleSettingsOf } from "../../rules/rule-types.ts";
import { lockLoyalty } from "../../settle/lock-loyalty.ts";
import { type CarriedCode, readCarriedCode } from "./carried-code.ts";
import { followReferral } from "./follow-referral.ts";
import { fraudReasons } from "./fraud-reasons.ts";
import { linkDays } from "./link-days.ts";

/** Orders of an advocate whose names are compared: more would say no more. */
const ORDERS_COMPARED = 50;
const WEEK_DAYS = 7;

type FriendsOrder = Order & { customer: Customer | null };

/**
 * Writes down who was referred by whom, from orders that carry a code: in the attribute of the cart, or as a discount code.
 * A friend is referred once, by their first order. What looks like fraud waits for the merchant. Referrals that are written
 * down already follow their orders: what is refunded counts no more. Safe to repeat.
 *
 * @param orderIds of orders that are new or have changed.
 */
export async function noteReferrals(
  context: ShopContext,
  orderIds: readonly bigint[],
): Promise<void> {
  const { db, shop } = context;
  await noteNew(context, orderIds);
  const known = await readInParts(orderIds, (some) =>
    db.prisma.loyaltyReferral.findMany({
      where: { shopId: shop.id, orderId: { in: some } },
      select: { id: true },
    }),
  );
  for (const { id } of known) await followReferral(context, id);
}

async function noteNew(context: ShopContext, orderIds: readonly bigint[]): Promise<void> {
  const { db, shop } = context;
  // Most stores have nobody who refers friends, and orders come in floods.
  const any = await db.prisma.loyaltyReferralCode.findFirst({ where: { shopId: shop.id } });
  if (!any) return;
  const orders = await readInParts(orderIds, (some) =>
    db.prisma.order.findMany({
      where: {
        ...{ shopId: shop.id, id: { in: some }, isTest: false, cancelledAt: null },
        customerId: { not: null },
        OR: [{ referralCode: { not: null } }, { discountCodes: { not: [] } }],
      },
      include: { customer: true },
    }),
  );
  orders.sort(
    (one, other) =>
      one.processedAt.getTime() - other.processedAt.getTime() || Number(one.id - other.id),
  );
  const named = orders.map((order) => ({ order, carried: codesOf(order) }));
  const texts = named.flatMap(({ carried }) => carried.map(({ code }) => code));
  const codes = await readInParts([...new Set(texts)], (some) =>
    db.prisma.loyaltyReferralCode.findMany({ where: { shopId: shop.id, code: { in: some } } }),
  );
  const codeOf = new Map(codes.map((one) => [one.code, one]));
  const { rules } = await readProgram(context);
  for (const { order, carried } of named) {
    const known = carried.find(({ code }) => codeOf.has(code));
    const code = known && codeOf.get(known.code);
    if (!code || isTooLate(rules, known, order)) continue;
    await noteReferral(context, order, { ...code, followedAt: known.followedAt });
  }
}

/** Whether no referral rule of the order's time counts a link that was followed so long before it. */
function isTooLate(
  rules: readonly CountableRule[],
  { followedAt }: CarriedCode,
  { processedAt }: Order,
): boolean {
  const ofTime = rules.flatMap(({ type, versions }) => {
    const version = versions.findLast(({ since }) => since <= processedAt);
    return type === "referral" && version?.isActive ? [version.settings] : [];
  });
  const days = ofTime.map((settings) => (settings as RuleSettingsOf<"referral">).link_days);
  return days.length > 0 && linkDays(followedAt, processedAt) > Math.max(...days);
}

/** The cart's attribute decides before the codes that were entered. */
function codesOf({ referralCode, discountCodes }: Order): CarriedCode[] {
  const entered = (discountCodes as { code: string }[]).map(({ code }) => {
    return { code: code.trim().toUpperCase(), followedAt: null };
  });
  return [...(referralCode ? [readCarriedCode(referralCode)] : []), ...entered];
}

async function noteReferral(
  context: ShopContext,
  order: FriendsOrder,
  { code, customerId: advocateId, followedAt }: CarriedCode & { customerId: bigint },
): Promise<void> {
  const { db, shop } = context;
  const friend = order.customer;
  if (!friend || friend.redactedAt) return;
  await db.transaction(async (tx) => {
    await lockLoyalty(tx, shop.id, [...new Set([advocateId, friend.id])]);
    const where = { shopId_friendId: { shopId: shop.id, friendId: friend.id } };
    const before = await tx.loyaltyReferral.findUnique({ where, include: { order: true } });
    // A canceled first order was none: the next one may take its place.
    const isOver = before?.order.cancelledAt && before.status !== "rejected";
    if (before && (before.orderId === order.id || !isOver)) return;
    if (advocateId !== friend.id && (await hasEarlier(tx, order))) return;
    const advocate = await tx.customer.findUnique({
      where: { shopId_id: { shopId: shop.id, id: advocateId } },
    });
    if (!advocate || advocate.redactedAt) return;
    const reasons = fraudReasons({
      advocate: await personOf(tx, advocate),
      friend: {
        emails: [friend.email, order.email],
        names: [order.customerName, fullName(friend)],
      },
      isSamePerson: advocateId === friend.id,
      inWeek: await countInWeek(context, tx, advocateId, order),
    });
    await write(context, tx, {
      ...{ order, friendId: friend.id, advocateId, code, followedAt, reasons, before },
    });
  });
}

async function hasEarlier(
  tx: Queries,
  { shopId, platformOrderId, customerId, processedAt }: Order,
): Promise<boolean> {
  const earlier = await tx.order.findFirst({
    where: {
      ...{ shopId, customerId, isTest: false, cancelledAt: null },
      // The platform tells times in seconds, and counts its orders up.
      OR: [
        { processedAt: { lt: processedAt } },
        { processedAt, platformOrderId: { lt: platformOrderId } },
      ],
    },
    select: { id: true },
  });
  return earlier !== null;
}

async function personOf(tx: Queries, customer: Customer) {
  const orders = await tx.order.findMany({
    where: { shopId: customer.shopId, customerId: customer.id },
    orderBy: { id: "desc" },
    take: ORDERS_COMPARED,
    select: { email: true, customerName: true },
  });
  return {
    emails: [customer.email, ...orders.map(({ email }) => email)],
    names: [fullName(customer), ...orders.map(({ customerName }) => customerName)],
  };
}

function fullName({ firstName, lastName }: Customer): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

function countInWeek(
  { shop }: ShopContext,
  tx: Queries,
  advocateId: bigint,
  { processedAt }: Order,
): Promise<number> {
  const from = addDays(processedAt, -WEEK_DAYS, shop.ianaTimezone);
  return tx.loyaltyReferral.count({
    where: { shopId: shop.id, advocateId, referredAt: { gt: from, lte: processedAt } },
  });
}

interface Found {
  order: Order;
  friendId: bigint;
  advocateId: bigint;
  code: string;
  followedAt: Date | null;
  reasons: string[];
  before: LoyaltyReferral | null;
}

async function write(
  context: ShopContext,
  tx: Queries,
  { order, friendId, advocateId, code, followedAt, reasons, before }: Found,
): Promise<void> {
  const { shop, clock } = context;
  const { returnDays } = await readLoyaltySettings(tx, shop.id);
  const countsAt = addDays(order.processedAt, returnDays, shop.ianaTimezone);
  const status = reasons.length > 0 ? "review" : "open";
  const data = {
    ...{ advocateId, friendId, orderId: order.id, code, status, reasons, countsAt },
    ...{ referredAt: order.processedAt, followedAt, updatedAt: clock.now() },
    ...{ decidedBy: null, decidedAt: null, reason: null },
  };
  const row = before
    ? await tx.loyaltyReferral.update({
        where: { shopId_id: { shopId: shop.id, id: before.id } },
        data,
      })
    : await tx.loyaltyReferral.create({
        data: { ...data, shopId: shop.id, createdAt: clock.now() },
      });
  await scheduleTask(context, tx, countReferralTask, { referralId: row.id }, countsAt);
  if (status === "review") {
    await recordActivity(context, tx, {
      kind: "loyalty_referral.held",
      message: `The referral by which order ${order.name} came waits for a review.`,
      customerId: advocateId,
      details: { referral_id: String(row.id), reasons: reasons.join(" ") },
    });
  }
}
