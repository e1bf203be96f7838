import { afterAll, beforeAll, expect, test } from "vitest";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import {
  asOwner,
  GOLD,
  GOLD_ZONE,
  type GoldMember,
  goldMember,
} from "#tests/support/gold-member.ts";
import { renewals } from "#tests/support/mails-by-date.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A date that the app itself has moved: the platform's answer says nothing that is new to the row.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

type Way = (who: GoldMember, to: string) => Promise<void>;

const WAYS: Record<string, Way> = {
  "its owner": async (who, day) => {
    const { body } = await who.shop.proxy(`/storefront/portal/${who.contractId}`, { cid: who.cid });
    await asOwner(who, { action: "move", charge_at: body.charge_at, day });
  },
  "the merchant": async (who, day) => {
    const { id: subscriptionId, nextBillingAt: from } = await who.row();
    if (!from) throw new Error("The contract has no next date.");
    await rescheduleCharge(await who.shop.context(), { subscriptionId, from, day });
    await who.shop.quiet();
  },
};

test.each(Object.keys(WAYS))(
  "a charge that is moved two weeks on by %s ends tag and blocks for members where the paid days end, without a further change",
  async (name) => {
    const who = await goldMember(testApp, 10);
    await WAYS[name]?.(who, formatDate(addDays(who.paidUntil, 14, GOLD_ZONE), GOLD_ZONE));
    expect(await seen(who)).toEqual({ tag: true, block: true });
    await goTo(who.shop, new Date(who.paidUntil.getTime() + 5 * 60_000));
    await who.shop.quiet();
    expect(await seen(who)).toEqual({ tag: false, block: false });
  },
);

test.each(Object.keys(WAYS))(
  "of a charge that %s brings forward its customer is told three days before",
  async (name) => {
    const shop = await testApp.createShop({ timezone: GOLD_ZONE, currency: "EUR" });
    const now = (await shop.context()).clock.now();
    const who = await billedSubscription(shop, {
      ...{ interval_name: "month", interval_count: 2 },
      ...{
        created_at: addDays(now, -20, GOLD_ZONE),
        next_billing_date: addDays(now, 40, GOLD_ZONE),
      },
    });
    const day = addDays(now, 15, GOLD_ZONE);
    await WAYS[name]?.({ ...who, shop } as GoldMember, formatDate(day, GOLD_ZONE));
    await goTo(shop, addDays(day, -1, GOLD_ZONE));
    expect(await renewals(shop)).toHaveLength(1);
    expect(await who.charges()).toEqual([]);
    await goTo(shop, addDays(day, 1, GOLD_ZONE));
    expect(await who.charges()).toHaveLength(1);
    expect(await renewals(shop)).toHaveLength(1);
  },
);

/** Without an order, which would have the copy written again. */
async function seen({ shop, cid }: GoldMember) {
  const { contracts } = await readPublished(shop, cid, "customer_subscription1");
  const tags = await (await shop.context()).platform.listCustomerTags(cid);
  return { tag: tags?.includes(GOLD), block: contracts[0].is_member };
}
