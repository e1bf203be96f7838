import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { due, minuteOf, ofStates, setDunning, zone } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test.each([
  { action: "pause", status: "paused" },
  { action: "cancel", status: "cancelled" },
  { action: "skip", status: "active" },
])(
  "a charge that fails every time ends with the action of the store: $action",
  async ({ action, status }) => {
    const { shop, due: date, subscription } = await due(testApp);
    await setDunning(shop, {
      retryDays: [1, 3],
      finalAction: action,
      inventory: { retryDays: [1], finalAction: "skip", oversell: false },
    });
    await subscription.nextPayments(...Array<string>(5).fill("CARD_DECLINED"));
    await goTo(shop, addDays(date, 8, zone));
    expect(ofStates(await subscription.charges())).toEqual(["failed", "failed", "failed"]);
    expect((await subscription.row()).status).toBe(status);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["given_up"]);
    if (action === "pause") {
      const { id } = await subscription.row();
      const resumed = await shop.core(`/subscriptions/sub_${id}/resume`, { method: "POST" });
      expect(resumed.status).toBe(200);
      const line = (await subscription.timeline()).findLast(
        ({ kind }) => kind === "subscription.resumed",
      );
      expect(line?.message).toContain(`The charge of ${formatDate(date, zone)} stays unpaid.`);
    }
    if (action !== "skip") return;
    const month = addInterval(date, { unit: "month", count: 1 }, zone);
    expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(month));
  },
);
