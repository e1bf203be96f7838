import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
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

const goods = { kind: "product", price: "14.90", quantity: 2, delivery_price: "4.90" };
const charge = { price_minor: 2980, next_charge_minor: 3470, delivery_minor: 490 };

describe("the next charge", () => {
  test("of goods is that of all pieces with their delivery", async () => {
    expect(await seenBy(await shop.createContract(goods))).toMatchObject(charge);
  });

  test("with an accepted discount is lower by it and no more, of goods, too", async () => {
    const contract = await shop.createContract(goods);
    const half = await createOffer(shop, {
      type: "discount_price",
      discount_type: "percentage",
      discount_value: 50,
      cycles: 1,
    });
    await offerFor(shop, "too_expensive", half);
    const { cid, contractId } = contract;
    const send = (step: string, body: object) =>
      shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });
    const { flow_id } = (await send("reason", { reason: "too_expensive" })).body;
    const accepted = await send("accept", {
      offer_id: half,
      flow_id,
      idempotency_key: randomUUID(),
    });
    const lowered = { ...charge, next_charge_minor: 1980 };
    expect(accepted.body.contract).toMatchObject(lowered);
    expect(await seenBy(contract)).toMatchObject(lowered);
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
