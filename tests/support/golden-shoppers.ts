import { expect } from "vitest";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { askPlatform } from "./ask-platform.ts";
import type { GoldenCustomer, GoldenOrder, GoldenStore } from "./golden-store.ts";

/** People who buy goods, and their orders, oldest first. */
export interface GoldenShoppers {
  rita: GoldenCustomer;
  will: GoldenCustomer;
  lou: GoldenCustomer;
  bea: GoldenCustomer;
  carl: GoldenCustomer;
  /** Of somebody who has no account. */
  guest: GoldenOrder;
}

/**
 * What five people and a guest do from 20 February to 12 April, at hours of the store's zone: refunds in two parts, a
 * dispute won and one lost, two brands, a test, a cancelled order, and credit in all ways that it comes and goes.
 */
export async function liveGoldenPurchases(store: GoldenStore): Promise<GoldenShoppers> {
  // A contract of somebody else makes the goods and plans of the store.
  await store.at("02-10 12:05");
  await store.contract(await store.customer("Zoe", "First"), { kind: "product", price: "9.00" });
  const herbs = await store.variant("Kitchen herb trio");
  await store.at("02-20 23:58");
  const rita = await store.customer("Rita", "Refund");
  const refunded = await store.buy(rita, [[herbs, 2]]);
  await store.at("02-22 14:05");
  const will = await store.customer("Will", "Win");
  const won = await store.buy(will, [[herbs, 1]]);
  const lou = await store.customer("Lou", "Lose");
  const lost = await store.buy(lou, [[herbs, 1]]);
  const bea = await store.customer("Bea", "Brand");
  const guest = await plainOrder(store, { email: "guest@example.com", total: "25.00" }, "Alder");
  await plainOrder(store, { cid: bea.cid, total: "40.00", test: true }, "Birch");
  const cancelled = await store.buy(bea, [[herbs, 1]]);
  const carl = await store.customer("Carl", "Credit", { payment: null });
  await store.at("02-23 00:02");
  await store.control(`orders/${cancelled.id}/cancel`, { refund: true });
  const bought = await spendCredit(store, carl, herbs);
  await store.at("02-28 23:55");
  await store.control(`orders/${bought.id}/refund`, { amount: "7.35" });
  await correctCredit(store, carl);
  await store.at("03-01 23:55");
  await store.control(`orders/${won.id}/dispute`);
  await store.control(`orders/${lost.id}/dispute`);
  await store.at("03-05 23:45");
  await store.control(`orders/${refunded.id}/refund`, { amount: "10.00" });
  await store.at("04-02 00:15");
  await store.control(`orders/${refunded.id}/refund`);
  await store.at("04-10 00:10");
  await store.control(`orders/${won.id}/dispute`, { status: "won" });
  await store.control(`orders/${lost.id}/dispute`, { status: "lost" });
  await store.at("04-12 08:05");
  return { rita, will, lou, bea, carl, guest };
}

async function plainOrder(store: GoldenStore, fields: object, brand: string): Promise<GoldenOrder> {
  const attributes = [{ key: "brand", value: brand }];
  const body = await store.control("orders/plain", { ...fields, attributes });
  const gid = `gid://platform/Order/${body.order_id}`;
  return { id: body.order_id, gid, name: body.order_name };
}

/** Carl is given 50.00, spends 20.00 on one order and 5.00 on another, beside a code of ten percent. */
async function spendCredit(store: GoldenStore, carl: GoldenCustomer, herbs: number) {
  const { shop } = store;
  await store.at("02-23 12:05");
  const customer = await ensureCustomer(await shop.context(), carl.cid);
  if (!customer) throw new Error("the new customer is not there");
  await postCredit(await shop.context(), {
    ...{ customerId: customer.id, unit: "money", amountMinor: 5000 },
    ...{ typeCode: CREDIT_TYPES.promotion, message: "A present" },
  });
  const hold = async (amount: string): Promise<string> => {
    const answer = await shop.proxy("/storefront/store-credit/hold", {
      cid: carl.cid,
      body: { amount },
    });
    expect(answer.status).toBe(200);
    await shop.quiet();
    return answer.body.code;
  };
  const first = await store.buy(carl, [[herbs, 2]], { credit_code: await hold("20.00") });
  await store.at("02-24 12:05");
  await makeCode(store);
  const codes = { credit_code: await hold("5.00"), discount_codes: ["SAVE10"] };
  await store.buy(carl, [[herbs, 1]], codes);
  return first;
}

/** A merchant's code of ten percent, which may stand beside others. */
async function makeCode({ shop }: GoldenStore): Promise<void> {
  const input = {
    ...{ title: "SAVE10", code: "SAVE10", startsAt: "2026-01-01T00:00:00Z" },
    customerGets: { items: { all: true }, value: { percentage: 0.1 } },
    combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
    context: { all: "ALL" },
  };
  const { discountCodeBasicCreate } = await askPlatform(
    shop,
    `mutation ($input: DiscountCodeBasicInput!) {
      discountCodeBasicCreate(basicCodeDiscount: $input) { userErrors { message } } }`,
    { input },
  );
  expect(discountCodeBasicCreate.userErrors).toEqual([]);
}

async function correctCredit(store: GoldenStore, carl: GoldenCustomer): Promise<void> {
  await store.at("03-01 00:05");
  await store.manageCredit(carl, "forfeit", -5, "Left the club");
  await store.at("03-01 00:07");
  await store.manageCredit(carl, "reconciled", -3, "Counted twice");
  await store.at("03-01 12:05");
  await store.manageCredit(carl, "manual admin adjustment", 4, "Late parcel");
  await store.manageCredit(carl, "manual admin adjustment", -2, "A slip");
  await store.manageCredit(carl, "expired", -1, "Old credit");
}
