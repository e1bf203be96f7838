import { afterAll, beforeAll, expect, test } from "vitest";
import { planChargesOf } from "#app/domain/billing/charging/plan-charges.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { anyDate } from "#tests/support/any-date.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The platform charges each of its cycles once, within that cycle. A date that is promised outside of them is
// never charged on.

const zone = "Europe/Berlin";
const slow = {
  meta: { slow: "moves the store's clock through months of charges" },
};

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

interface Story {
  shop: TestShop;
  subscription: BilledSubscription;
  now: Date;
}

/** A contract that began now, and is charged for the first time so many days later. */
async function begin(firstInDays: number, unit: "month" | "year" = "month"): Promise<Story> {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
  const { clock } = await shop.context();
  const now = clock.now();
  const subscription = await billedSubscription(shop, {
    kind: "product",
    interval_name: unit,
    interval_count: 1,
    next_billing_date: addDays(now, firstInDays, zone),
  });
  return { shop, subscription, now };
}

const look = async ({ shop, subscription: { cid, contractId } }: Story) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

async function change(story: Story, body: object) {
  const { shop, subscription } = story;
  const { cid, contractId } = subscription;
  const { charge_at } = await look(story);
  const meant = charge_at ? { charge_at } : {};
  const path = `/storefront/portal/${contractId}/changes`;
  const answer = await shop.proxy(path, { cid, body: { ...meant, ...body } });
  await shop.quiet({ mayFail: true });
  return answer;
}

const ofApi = async ({ shop }: Story) => (await shop.core("/subscriptions")).body.data[0];
/** The day on which everybody is told that the next charge is made. */
const promised = async (story: Story): Promise<string> =>
  formatDate(new Date((await ofApi(story)).next_billing_date), zone);
/** The days on which a charge was made. */
const paidOn = async ({ subscription }: Story): Promise<string[]> =>
  (await subscription.attempts())
    .filter(({ status }) => status === "success")
    .map(({ createdAt }) => formatDate(createdAt, zone));

async function accept({ shop, subscription }: Story, rules: object): Promise<void> {
  const offer = await createOffer(shop, rules as never);
  const path = `/membership/churn/${subscription.contractId}/offers/${offer}/activation`;
  expect((await shop.proxy(path, { method: "POST", key: shop.key })).status).toBe(200);
  await shop.quiet();
}

async function pauseByApi(story: Story, days: number): Promise<void> {
  const { id } = await ofApi(story);
  const { shop } = story;
  expect((await shop.core(`/subscriptions/${id}/pause`, { body: { duration: days } })).status).toBe(
    200,
  );
  await shop.quiet();
}

/** Goes to the day after the promised one: that charge was made on it, and none before. */
async function expectKept(story: Story): Promise<void> {
  const before = await paidOn(story);
  const day = await promised(story);
  const { shop } = story;
  const { next_billing_date } = await ofApi(story);
  await goTo(shop, addDays(new Date(next_billing_date), 1, zone));
  await shop.quiet();
  expect(await paidOn(story)).toEqual([...before, day]);
}

test.each(["api", "offer"])(
  "who was tried before the day, paused by the %s, and resumes a day later is charged on the day that resuming shows",
  slow,
  async (by) => {
    const story = await begin(10);
    await story.subscription.nextPayments("INSUFFICIENT_FUNDS");
    await change(story, { action: "charge_now" });
    if (by === "api") await pauseByApi(story, 6);
    else await accept(story, { type: "pause", pause_cycles: 1 });
    await goTo(story.shop, addDays(story.now, 1, zone));
    const shown = (await look(story)).choices.resume.next_charge_date;
    const resumed = await change(story, { action: "resume" });
    expect(resumed.body.upcoming[0].date).toBe(shown);
    expect(await promised(story)).toBe(shown);
    await expectKept(story);
  },
);

test(
  "who was tried before the day, and whose pause ends by itself, is charged on the day that the pause was told with",
  slow,
  async () => {
    const story = await begin(10);
    await story.subscription.nextPayments("INSUFFICIENT_FUNDS");
    await change(story, { action: "charge_now" });
    await pauseByApi(story, 6);
    const told = await promised(story);
    await goTo(story.shop, addDays(story.now, 7, zone));
    expect(await promised(story)).toBe(told);
    expect((await look(story)).upcoming[0].date).toBe(told);
    await expectKept(story);
  },
);

test.each(["charge now", "move"])(
  "after a charge long before its day (%s), the next ones are made on the days that are shown",
  slow,
  async (how) => {
    const story = await begin(45);
    if (how === "move") {
      const day = formatDate(addDays(story.now, 3, zone), zone);
      expect((await change(story, { action: "move", day })).status).toBe(200);
      const [, second] = (await look(story)).upcoming;
      await expectKept(story);
      expect(await promised(story)).toBe(second.date);
    } else {
      const shown = (await look(story)).choices.charge_now.next_charge_date;
      expect((await change(story, { action: "charge_now" })).status).toBe(200);
      expect(await promised(story)).toBe(shown);
    }
    const [, second] = (await look(story)).upcoming;
    await expectKept(story);
    expect(await promised(story)).toBe(second.date);
    await expectKept(story);
  },
);

test(
  "a charge before its day, another interval and a pause leave a day that is kept",
  slow,
  async () => {
    const story = await begin(45);
    await change(story, { action: "charge_now" });
    await accept(story, { type: "change_frequency", interval_count: 2, interval_name: "month" });
    await goTo(story.shop, addDays(story.now, 4, zone));
    await pauseByApi(story, 10);
    await change(story, { action: "resume" });
    await expectKept(story);
  },
);

test.each([
  [3, "year", "year", 26],
  [24, "month", "month", 10],
] as const)(
  "once every %s %ss, a day before the platform's next cycle is refused with the first day that is possible",
  slow,
  async (count, unit, first, days) => {
    const story = await begin(days, first);
    await accept(story, { type: "change_frequency", interval_count: count, interval_name: unit });
    const { next_billing_date: end } = await ofApi(story);
    await change(story, { action: "charge_now" });
    const before = await promised(story);
    expect((await look(story)).choices).toMatchObject({ move: null, charge_now: null });
    const day = formatDate(addDays(story.now, 40, zone), zone);
    // As from a page that was opened before.
    const charge_at = new Date((await ofApi(story)).next_billing_date).toISOString();
    const moved = await change(story, { action: "move", charge_at, day });
    expect(moved.status).toBe(422);
    expect(moved.body.message).toContain(`Choose a day after ${formatDate(new Date(end), zone)}.`);
    expect(await promised(story)).toBe(before);
  },
);

test(
  "a date that somebody else sets where the platform takes no charge gives way to the first day on which it does",
  slow,
  async () => {
    const story = await begin(45);
    const { shop, subscription, now } = story;
    await change(story, { action: "charge_now" });
    const possible = await promised(story);
    const { platform } = await shop.context();
    await platform.setNextBillingDate(subscription.contractId, anyDate(addDays(now, 5, zone)));
    await shop.quiet();
    await goTo(shop, addDays(now, 6, zone));
    await shop.quiet();
    expect(await promised(story)).toBe(possible);
    expect((await look(story)).upcoming[0].date).toBe(possible);
    await expectKept(story);
  },
);

test(
  "a contract that was left with a date in the past is found, and charged once",
  slow,
  async () => {
    const story = await begin(45);
    const { shop, subscription, now } = story;
    await change(story, { action: "charge_now" });
    const possible = await promised(story);
    await goTo(shop, addDays(now, 20, zone));
    const { id, shopId } = await subscription.row();
    const context = await shop.context();
    const { prisma } = context.db;
    const stranded = addDays(now, 5, zone);
    await prisma.billingCycle.updateMany({
      where: { shopId, subscriptionId: id },
      data: { nextDueAt: stranded },
    });
    await prisma.subscription.update({
      where: { shopId_id: { shopId, id } },
      data: { nextBillingAt: stranded, chargeableFrom: null },
    });
    await planChargesOf(context);
    await shop.control("clock", { advance: "PT1M" });
    await shop.quiet();
    expect(await promised(story)).toBe(possible);
    await expectKept(story);
  },
);
