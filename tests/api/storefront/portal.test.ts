import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, addInterval, addIntervals, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a shopper does with their own subscription, by the portal's interface, with the platform's own record as judge.

const zone = "Pacific/Auckland";
const month = { unit: "month", count: 1 } as const;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
});
afterAll(() => testApp.close());

const now = async () => (await shop.context()).clock.now();
const day = (instant: Date) => formatDate(instant, zone);

/** A subscription that is due in ten days, every month, begun twenty days ago. */
async function upcoming(): Promise<{ due: Date; subscription: BilledSubscription }> {
  const due = addDays(await now(), 10, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  return { due: (await subscription.row()).nextBillingAt ?? due, subscription };
}

type Own = Pick<BilledSubscription, "cid" | "contractId">;

const look = ({ cid, contractId }: Own) => shop.proxy(`/storefront/portal/${contractId}`, { cid });
const change = ({ cid, contractId }: Own, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });
const linesOf = async (subscription: BilledSubscription, wanted: string) =>
  (await subscription.timeline()).filter(({ kind }) => kind === wanted);

describe("the portal shows before", () => {
  test("what each change would bring, and it comes so: a skip", async () => {
    const { due, subscription } = await upcoming();
    const { body } = await look(subscription);
    expect(body.charge_at).toBe(due.toISOString());
    expect(body.contract.next_billing_date).toBe(day(due));
    expect(body.choices.skip).toEqual({ next_charge_date: day(addInterval(due, month, zone)) });
    const skipped = await change(subscription, { action: "skip", charge_at: body.charge_at });
    expect(skipped.status, JSON.stringify(skipped.body)).toBe(200);
    expect(skipped.body.contract.next_billing_date).toBe(body.choices.skip.next_charge_date);
    await goTo(shop, addDays(due, 1, zone));
    expect(await subscription.charges()).toEqual([]);
  });

  test("… a charge that is made now, with its amount and the date of the one after it", async () => {
    const { subscription } = await upcoming();
    const { body } = await look(subscription);
    const { amount_minor, next_charge_date } = body.choices.charge_now;
    expect(amount_minor).toBe(1500);
    const made = await change(subscription, { action: "charge_now", charge_at: body.charge_at });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    await shop.quiet();
    expect(await subscription.charges()).toMatchObject([{ state: "success" }]);
    expect((await look(subscription)).body.contract.next_billing_date).toBe(next_charge_date);
  });

  test.each([
    ["was moved there", 10, 50],
    ["was there from the beginning", 60, 0],
    ["has many intervals between", 300, 0],
  ])(
    "… also a charge made now that is further away than an interval, and %s",
    async (_, days, later) => {
      const subscription = await billedSubscription(shop, {
        next_billing_date: addDays(await now(), days, zone),
      });
      if (later > 0) {
        const { charge_at } = (await look(subscription)).body;
        const to = day(addDays(await now(), days + later, zone));
        const moved = await change(subscription, { action: "move", charge_at, day: to });
        expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      }
      const { body } = await look(subscription);
      const { next_charge_date } = body.choices.charge_now;
      const made = await change(subscription, { action: "charge_now", charge_at: body.charge_at });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      await shop.quiet();
      expect(await subscription.charges()).toMatchObject([{ state: "success" }]);
      expect((await look(subscription)).body.contract.next_billing_date).toBe(next_charge_date);
    },
  );

  test("… pauses of one to three cycles, and their end", async () => {
    const { due, subscription } = await upcoming();
    const { pauses } = (await look(subscription)).body.choices;
    expect(
      pauses.map(({ next_charge_date }: { next_charge_date: string }) => next_charge_date),
    ).toEqual([1, 2, 3].map((cycles) => day(addIntervals(due, month, cycles, zone))));
    const paused = await change(subscription, { action: "pause", cycles: 2 });
    expect(paused.body.contract).toMatchObject({
      ...{ status: "paused", paused_until: pauses[1].until },
      next_billing_date: pauses[1].next_charge_date,
    });
    await goTo(shop, addDays(addIntervals(due, month, 2, zone), -1, zone));
    expect(await subscription.charges()).toEqual([]);
    const { contract } = (await look(subscription)).body;
    expect(contract).toMatchObject({
      status: "active",
      next_billing_date: pauses[1].next_charge_date,
    });
  });

  test("… the date of the next charge once it goes on again", async () => {
    const { subscription } = await upcoming();
    await change(subscription, { action: "pause", cycles: 3 });
    await goTo(shop, addDays(await now(), 5, zone));
    const { resume } = (await look(subscription)).body.choices;
    const resumed = await change(subscription, { action: "resume" });
    expect(resumed.body.contract).toMatchObject({
      status: "active",
      next_billing_date: resume.next_charge_date,
    });
  });

  test("nothing of a canceled one; of one that owes a charge only that it can be tried again", async () => {
    const nothing = { skip: null, move: null, pauses: [], pause_until: null };
    const cancelled = await shop.createContract({ status: "cancelled" });
    const none = { charge_at: null, choices: { ...nothing, charge_now: null } };
    expect((await look(cancelled)).body).toMatchObject(none);
    const { due, subscription } = await upcoming();
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, addDays(due, 1, zone));
    const owing = { choices: { ...nothing, charge_now: { amount_minor: 1500 } } };
    expect((await look(subscription)).body).toMatchObject(owing);
  });
});

describe("a change by its owner", () => {
  test("to another day lies within the days that were shown, and is charged then", async () => {
    const { due, subscription } = await upcoming();
    const { charge_at, choices } = (await look(subscription)).body;
    const to = addDays(due, 4, zone);
    const wrong = { action: "move", charge_at };
    for (const bad of [day(addDays(await now(), -1, zone)), "2027-02-30", "tomorrow"]) {
      const refused = await change(subscription, { ...wrong, day: bad });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).toContain("day");
    }
    expect(choices.move.earliest <= day(to) && day(to) <= choices.move.latest).toBe(true);
    const moved = await change(subscription, { ...wrong, day: day(to) });
    expect(moved.body.contract.next_billing_date).toBe(day(to));
    await goTo(shop, addDays(due, 1, zone));
    expect(await subscription.charges()).toEqual([]);
    await goTo(shop, addDays(to, 1, zone));
    expect(await subscription.charges()).toMatchObject([{ state: "success" }]);
  });

  test("to the first day that is shown is taken", async () => {
    const { subscription } = await upcoming();
    const { charge_at, choices } = (await look(subscription)).body;
    const { earliest, latest } = choices.move;
    const moved = await change(subscription, { action: "move", charge_at, day: earliest });
    expect(moved.body.contract.next_billing_date).toBe(earliest);
    const again = (await look(subscription)).body;
    const last = { action: "move", charge_at: again.charge_at, day: latest };
    expect((await change(subscription, last)).body.contract.next_billing_date).toBe(latest);
  });

  test("that comes sixteen times at once, or again, is made once", async () => {
    const { due, subscription } = await upcoming();
    const { charge_at } = (await look(subscription)).body;
    const skip = () => change(subscription, { action: "skip", charge_at });
    const answers = await Promise.all(Array.from({ length: 8 }, skip));
    answers.push(await skip());
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await linesOf(subscription, "billing.skipped")).toHaveLength(1);
    const { contract } = (await look(subscription)).body;
    expect(contract.next_billing_date).toBe(day(addInterval(due, month, zone)));
  });

  test("that means a charge which was made meanwhile is refused, and changes nothing", async () => {
    const { due, subscription } = await upcoming();
    const { charge_at } = (await look(subscription)).body;
    await goTo(shop, addDays(due, 1, zone));
    const before = (await look(subscription)).body;
    for (const action of ["skip", "charge_now"]) {
      const late = await change(subscription, { action, charge_at });
      expect(late).toMatchObject({ status: 409, body: { code: "charge_not_retryable" } });
    }
    const to = day(addDays(due, 9, zone));
    const moved = await change(subscription, { action: "move", charge_at, day: to });
    expect(moved.status).toBe(409);
    expect((await look(subscription)).body.contract).toEqual(before.contract);
    expect(await subscription.charges()).toHaveLength(1);
  });

  test("is no pause while a charge is owed", async () => {
    const { due, subscription } = await upcoming();
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, addDays(due, 1, zone));
    const refused = await change(subscription, { action: "pause", cycles: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: "charge_not_retryable" } });
    expect((await subscription.row()).status).toBe("active");
  });

  test("is told on the timeline with the customer's hand", async () => {
    const { subscription } = await upcoming();
    await change(subscription, { action: "pause", cycles: 1 });
    const { db, shop: row } = await shop.context();
    const { id } = await subscription.row();
    const line = await db.prisma.activity.findFirst({
      where: { shopId: row.id, subscriptionId: id, kind: "subscription.paused" },
    });
    expect(line).toMatchObject({ actorKind: "customer" });
  });

  test("of somebody else's contract is no such contract; nobody signed in is told to sign in", async () => {
    const { subscription } = await upcoming();
    const stranger = await shop.createContract();
    const foreign = { cid: stranger.cid, contractId: subscription.contractId };
    expect((await look(foreign)).status).toBe(404);
    expect((await change(foreign, { action: "resume" })).status).toBe(404);
    const signedOut = await shop.proxy(`/storefront/portal/${subscription.contractId}`);
    expect(signedOut).toMatchObject({ status: 401, body: { code: "signed_out" } });
  });

  test("that is unknown, or lacks what it needs, is refused by name", async () => {
    const { subscription } = await upcoming();
    for (const body of [
      {},
      { action: "fly" },
      { action: "pause", cycles: 4 },
      { action: "pause", cycles: 1.5 },
      { action: "pause_until" },
      { action: "skip" },
      { action: "skip", charge_at: "soon" },
      { action: "resume", extra: 1 },
    ]) {
      expect((await change(subscription, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await subscription.row()).status).toBe("active");
  });
});
