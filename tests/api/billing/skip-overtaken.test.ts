import { afterAll, beforeAll, expect, test } from "vitest";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const zone = "Europe/Berlin";

test.each([{ action: "move", after: 5 }, { action: "charge_now" }])(
  "a skip that was overtaken by $action says so, and the platform leaves no charge out",
  async ({ action, after }) => {
    const shop = await testApp.createShop({ timezone: zone });
    const context = await shop.context();
    const due = addDays(context.clock.now(), 10, zone);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    const { id, nextBillingAt } = await subscription.row();
    const { cid, contractId } = subscription;
    const portal = `/storefront/portal/${contractId}`;
    const { charge_at } = (await shop.proxy(portal, { cid })).body;
    const day = after && formatDate(addDays(context.clock.now(), after, zone), zone);
    // The other change is whole while the skip is between its look and the platform.
    const skipBillingCycle = async (contract: number, cycleIndex: number) => {
      const body = { action, charge_at, ...(day && { day }) };
      expect((await shop.proxy(`${portal}/changes`, { cid, body })).status).toBe(200);
      await context.platform.skipBillingCycle(contract, cycleIndex);
    };
    const platform = { ...context.platform, skipBillingCycle };
    const skip = { subscriptionId: id, dueAt: nextBillingAt as Date };
    await expect(skipNextCharge({ ...context, platform }, skip)).rejects.toMatchObject({
      code: "charge_not_retryable",
    });
    const span = { from: context.clock.now(), to: addDays(due, 1, zone) };
    const { cycles } = await context.platform.listBillingCycles(contractId, span);
    expect(cycles.filter(({ isSkipped }) => isSkipped)).toEqual([]);
    const now = (await shop.proxy(portal, { cid })).body;
    if (day) expect(formatDate(new Date(now.charge_at), zone)).toBe(day);
    expect(now.charge_at).not.toBe(charge_at);
  },
);
