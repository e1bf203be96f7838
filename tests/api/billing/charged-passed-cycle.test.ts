import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Whoever charges a contract beside this app, and names no cycle, charges the oldest one that is unpaid.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("a charge of the oldest cycle, which a pause or another date has passed by, is that of what is due", () => {
  const monthly = {
    ...{ interval_name: "month", interval_count: 1 },
    created_at: "2026-12-01T09:00:00Z",
    next_billing_date: "2027-01-01T09:00:00Z",
  };

  async function begin(change: Record<string, unknown>) {
    const shop = await testApp.createShop({
      seed: "goods",
      timezone: "Europe/Berlin",
      currency: "EUR",
    });
    await goTo(shop, new Date("2026-12-05T08:00:00Z"));
    const own = await billedSubscription(shop, { kind: "product", ...monthly });
    const press = async (body: Record<string, unknown>) => {
      const path = `/storefront/portal/${own.contractId}`;
      const { charge_at } = (await shop.proxy(path, { cid: own.cid })).body;
      const { status } = await shop.proxy(`${path}/changes`, {
        cid: own.cid,
        body: body.action === "pause" ? body : { charge_at, ...body },
      });
      await shop.quiet();
      return status;
    };
    expect(await press(change)).toBe(200);
    const paidDays = async (until: string) => {
      await goTo(shop, new Date(`${until}T12:00:00Z`));
      await shop.quiet();
      const paid = (await own.attempts()).filter(({ status }) => status === "success");
      return paid.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
    };
    return { shop, own, press, paidDays };
  }

  test.each([
    ["a pause of one renewal", { action: "pause", cycles: 1 }, "2027-01-31", "2027-03-01"],
    ["a pause of three", { action: "pause", cycles: 3 }, "2027-03-31", "2027-05-01"],
    ["a move", { action: "move", day: "2027-02-10" }, "2027-02-05", "2027-03-10"],
  ])("after %s", async (_, change, day, next) => {
    const { shop, own, paidDays } = await begin(change);
    await goTo(shop, new Date(`${day}T12:00:00Z`));
    await own.chargeElsewhere({ by: "staff" });
    await shop.quiet();
    expect((await own.row()).nextBillingAt?.toISOString().slice(0, 10)).toBe(next);
    expect(await paidDays(next)).toEqual([day, next]);
  });

  test("and who wants to be charged now is refused, and nothing moves", async () => {
    const { shop, own, press, paidDays } = await begin({ action: "pause", cycles: 1 });
    await goTo(shop, new Date("2027-01-31T12:00:00Z"));
    await shop.control("webhooks", { lose: true });
    await own.chargeElsewhere({ by: "staff" });
    await shop.quiet();
    expect(await press({ action: "charge_now" })).toBe(409);
    expect(await paidDays("2027-03-01")).toEqual(["2027-01-31", "2027-03-01"]);
  });

  test("also where the charge has failed, and waits for its retry", async () => {
    const { shop, own, paidDays } = await begin({ action: "pause", cycles: 1 });
    await own.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, new Date("2027-02-01T12:00:00Z"));
    await own.chargeElsewhere({ by: "staff" });
    await shop.quiet();
    expect((await own.cycles()).map(({ state }) => state)).toEqual(["paid"]);
    expect(await paidDays("2027-03-01")).toEqual(["2027-02-01", "2027-03-01"]);
  });
});
