import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, formatDateMinute } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { expectMonthly, moveTo, storeIn } from "#tests/support/zone-moves.ts";

// From and to zones of each kind, a store moves to another zone between two charges: the next one keeps its instant, and each is made once.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("a store that moves to another zone", () => {
  test.each([
    ["Europe/Berlin", "America/Los_Angeles", 1, "03:00"],
    ["Europe/Berlin", "America/Los_Angeles", 31, "03:00"],
    ["Europe/Berlin", "Asia/Tokyo", 31, "20:00"],
    ["Pacific/Kiritimati", "Pacific/Pago_Pago", 15, "08:00"],
    ["America/Los_Angeles", "Europe/Berlin", 28, "20:00"],
  ])(
    "keeps the instant of the next charge from %s to %s on day %i at %s, and charges once a month",
    { meta: { slow: "months of charges" } },
    async (from, to, day, time) => {
      const { shop, due, subscription } = await storeIn(testApp, from, day, time);
      await goTo(shop, addDays(due, 2, from));
      const next = (await subscription.row()).nextBillingAt;
      await moveTo(shop, to);
      expect((await subscription.row()).nextBillingAt).toEqual(next);
      const charged = await expectMonthly(shop, subscription, { from: due, times: 3, zone: to });
      expect(charged[1]).toEqual(next);
      expect(charged.length).toBeGreaterThanOrEqual(3);
      // From then on at one time of the new zone.
      const times = charged.slice(1).map((at) => formatDateMinute(at, to).slice(11));
      expect(new Set(times).size).toBe(1);
    },
  );
});
