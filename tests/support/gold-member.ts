import { expect } from "vitest";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription } from "./billed-subscription.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "./loyalty.ts";
import { readPublished } from "./read-published.ts";
import type { TestApp } from "./test-app.ts";
import type { TestShop } from "./test-shop.ts";

/** The customer tag of the membership. */
export const GOLD = "gold";
export const GOLD_ZONE = "America/Los_Angeles";

/** Somebody with a monthly membership, in a store with a tag and a rule for members. */
export interface GoldMember extends BilledSubscription {
  shop: TestShop;
  /** The end of what is paid for at the beginning. */
  paidUntil: Date;
  customer: LoyalCustomer;
}

/**
 * Makes one, who has paid for so many days more.
 *
 * @param more of the contract, as `shop.createContract` takes it.
 */
export async function goldMember(testApp: TestApp, days = 10, more = {}): Promise<GoldMember> {
  const shop = await testApp.createShop({ timezone: GOLD_ZONE, currency: "EUR" });
  const context = await shop.context();
  const plan = {
    ...{ planId: null, name: "Gold monthly", interval: { unit: "month", count: 1 } },
    ...{ discount: { type: "none" }, discountCycles: null },
  };
  const input = { name: "Gold club", kind: "membership", customerTag: GOLD, plans: [plan] };
  await createPlanGroup(context, { key: "gold", input, productIds: [] });
  const row = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, name: "Gold monthly" },
  });
  await pointsForMembers(shop);
  const paidUntil = addDays(context.clock.now(), days, GOLD_ZONE);
  paidUntil.setUTCMilliseconds(0);
  const made = await billedSubscription(shop, {
    ...{ plan_id: Number(row.platformPlanId), price: "15.00", order: false },
    ...{ created_at: addDays(paidUntil, -31, GOLD_ZONE), next_billing_date: paidUntil },
    ...more,
  });
  return { shop, ...made, paidUntil, customer: await loyalCustomer(shop, made.cid) };
}

/** Makes one of the goods that the store sells, who bought it so many days ago. */
export async function goldBuyer(testApp: TestApp, daysAgo: number): Promise<GoldMember> {
  const shop = await testApp.createShop({ timezone: GOLD_ZONE, currency: "EUR", seed: "goods" });
  const { db, clock, shop: row } = await shop.context();
  const where = { shopId: row.id, kind: "membership" };
  await db.prisma.planGroup.updateMany({ where, data: { customerTag: GOLD } });
  await pointsForMembers(shop);
  const boughtAt = addDays(clock.now(), -daysAgo, GOLD_ZONE);
  boughtAt.setUTCMilliseconds(0);
  const paidUntil = addDays(boughtAt, 31, GOLD_ZONE);
  const dates = { created_at: boughtAt, next_billing_date: paidUntil };
  const made = await billedSubscription(shop, dates);
  return { shop, ...made, paidUntil, customer: await loyalCustomer(shop, made.cid) };
}

async function pointsForMembers(shop: TestShop): Promise<void> {
  await makeRule(shop, {
    ...{ type: "points_for_purchases", settings: { points_per_dollar: 1 } },
    conditions: { customer_settings: { apply_to: "members" } },
  });
}

/** What a member has: the tag, the blocks of a theme for members, and points for an order that is placed now. */
export interface GoldRights {
  tag: boolean | undefined;
  block: boolean;
  points: boolean;
}

export const ALL_RIGHTS: GoldRights = { tag: true, block: true, points: true };
export const NO_RIGHTS: GoldRights = { tag: false, block: false, points: false };

/** Places an order, and reads what its customer has at present. */
export async function goldRights({ shop, cid, customer }: GoldMember): Promise<GoldRights> {
  await shop.quiet();
  const { available, pending } = await customer.points();
  await customer.order("11.90");
  const after = await customer.points();
  const published = await readPublished(shop, cid, "customer_subscription1");
  const context = await shop.context();
  return {
    tag: (await context.platform.listCustomerTags(cid))?.includes(GOLD),
    block: published.contracts.some((one: { is_member: boolean }) => one.is_member),
    points: after.available + after.pending > available + pending,
  };
}

/** Until when a member has paid, by all who say it: days of the store's zone, null where no further day is paid. */
export async function goldEnds({ shop, cid, contractId }: GoldMember) {
  await shop.quiet();
  const portal = await shop.proxy(`/storefront/portal/${contractId}`, { cid });
  const published = await readPublished(shop, cid, "customer_subscription1");
  const rows = (await shop.proxy("/data/customers", { key: shop.key })).body.data;
  const row = rows.find(({ platform_customer_gid: gid }: { platform_customer_gid: string }) =>
    gid.endsWith(`/${cid}`),
  );
  return {
    portal: portal.body.contract.ends_on,
    card: published.contracts[0].ends_on,
    data: row.membership_end_date,
  };
}

/** Changes the membership by the core API, as the merchant. */
export async function asMerchant(who: GoldMember, action: string, body?: object): Promise<void> {
  const { id } = await who.row();
  const answer = await who.shop.core(`/subscriptions/sub_${id}/${action}`, {
    method: "POST",
    ...(body && { body }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await who.shop.quiet();
}

/** Changes the membership in the portal, as its owner. */
export async function asOwner({ shop, cid, contractId }: GoldMember, body: object): Promise<void> {
  const answer = await shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await shop.quiet();
}
