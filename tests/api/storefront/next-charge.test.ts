import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { linesOf } from "#storefront/cancel-flow/flow-lines.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { overdueContract } from "#tests/support/overdue-contract.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a subscriber is told of the products and of the next charge is what the platform's contract has.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ currency: "EUR" });
});
afterAll(() => testApp.close());

type Contract = { cid: number; contractId: number };

const seenBy = async ({ cid, contractId }: Contract) =>
  (await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid })).body.contract;

const send = ({ cid, contractId }: Contract, step: string, body: object) =>
  shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });

async function accept(contract: Contract, reason: string, offerId: number) {
  const { flow_id } = (await send(contract, "reason", { reason })).body;
  const idempotency_key = randomUUID();
  return send(contract, "accept", { offer_id: offerId, flow_id, idempotency_key });
}

const goods = { kind: "product", price: "14.90", quantity: 2, delivery_price: "4.90" };
const half = {
  type: "discount_price",
  discount_type: "percentage",
  discount_value: 50,
  cycles: 1,
} as const;
const charge = { price_minor: 2980, next_charge_minor: 3470, delivery_minor: 490 };

describe("the next charge", () => {
  test("of goods is that of all pieces with their delivery", async () => {
    expect(await seenBy(await shop.createContract(goods))).toMatchObject(charge);
  });

  test("with an accepted discount is lower by it and no more, of goods, too", async () => {
    const contract = await shop.createContract(goods);
    const offerId = await createOffer(shop, half);
    await offerFor(shop, "too_expensive", offerId);
    const accepted = await accept(contract, "too_expensive", offerId);
    const lowered = { ...charge, next_charge_minor: 1980 };
    expect(accepted.body.contract).toMatchObject(lowered);
    expect(await seenBy(contract)).toMatchObject(lowered);
  });

  test("that is overdue is told as due since its day, and never as to come", async () => {
    const { ianaTimezone } = (await shop.context()).shop;
    const { due, ...contract } = await overdueContract(shop, 3, goods);
    const overdue = { next_billing_date: null, charge_due_since: formatDate(due, ianaTimezone) };
    expect(await seenBy(contract)).toMatchObject(overdue);
    const tenth = await createOffer(shop, { ...half, discount_value: 10 });
    await offerFor(shop, "order_issues", tenth);
    const { body } = await accept(contract, "order_issues", tenth);
    expect(body.contract).toMatchObject({ ...overdue, next_charge_minor: 3172 });
    expect(JSON.stringify(linesOf("saved", body))).not.toContain("next_charge");
    await shop.quiet();
    const { contracts } = await readPublished(shop, contract.cid, "customer_subscription1");
    expect(contracts[0].next_billing_date).toBe(overdue.charge_due_since);
  });

  test("that is to come is due since no day", async () => {
    const due = addDays((await shop.context()).clock.now(), 3, "UTC");
    const contract = await shop.createContract({ ...goods, next_billing_date: due });
    expect(await seenBy(contract)).toMatchObject({
      next_billing_date: expect.any(String),
      charge_due_since: null,
    });
  });

  test("of a cancelled contract is none", async () => {
    const contract = await shop.createContract({ ...goods, status: "cancelled" });
    expect(await seenBy(contract)).toMatchObject({ next_charge_minor: null });
  });
});

describe("a subscription's products", () => {
  test("are named with their number and a picture that the storefront can show", async () => {
    const contract = await shop.createContract(goods);
    const { lines } = await seenBy(contract);
    expect(lines).toEqual([
      {
        title: "Kitchen herb trio",
        variant_title: "Three pots",
        image_url: expect.any(String),
        quantity: 2,
      },
    ]);
    const picture = await fetch(lines[0].image_url);
    expect(picture.headers.get("content-type")).toBe("image/svg+xml");
    expect(await picture.text()).toContain('xmlns="http://www.w3.org/2000/svg"');
    const published = await readPublished(shop, contract.cid, "customer_subscription1");
    expect(published.contracts[0].lines).toEqual(lines);
  });

  test("of a membership are its plan, and not named apart", async () => {
    expect((await seenBy(await shop.createContract())).lines).toEqual([]);
  });
});
