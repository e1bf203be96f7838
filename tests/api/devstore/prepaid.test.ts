import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxPlans, rhythmOf, sixBoxes } from "#tests/support/prepaid.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in has prepaid plans and contracts as the platform has them.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "small", currency: "EUR" });
});
afterAll(() => testApp.close());

describe("a prepaid plan", () => {
  test("costs at the checkout what all its deliveries cost, and makes a contract with both intervals", async () => {
    const { sixMonths } = await boxPlans(shop, "Kitchen herb trio");
    const { body: customer } = await shop.control("customers", {});
    const { status, body } = await shop.control("orders", {
      ...{ cid: customer.cid, lines: [], plan_id: sixMonths },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    // Six pots of 14.90 at 10 % off, and one delivery of 4.90.
    expect(body.total).toBe("85.36");
    await shop.quiet();
    expect(await rhythmOf(shop, body.contract_id)).toEqual(["6 month", "1 month"]);
    const contract = await shop.platformContract(body.contract_id);
    expect(contract?.lines).toMatchObject([{ priceMinor: 8046, quantity: 1 }]);
  });
});

describe("the control for contracts", () => {
  test("makes one that is delivered more often than it is charged", async () => {
    const { contractId } = await shop.createContract(sixBoxes);
    expect(await rhythmOf(shop, contractId)).toEqual(["6 month", "1 month"]);
  });

  test("refuses deliveries that do not fit into the time between two charges", async () => {
    for (const delivery of [
      { delivery_interval_name: "month", delivery_interval_count: 4 },
      { delivery_interval_name: "week" },
      { delivery_interval_name: "year" },
    ]) {
      const { status } = await shop.control("contracts", { ...sixBoxes, ...delivery });
      expect(status).toBe(422);
    }
  });
});
