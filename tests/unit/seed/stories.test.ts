import { describe, expect, test } from "vitest";
import { shareOut } from "#scripts/seed/store-sizes.ts";
import { tellCustomer, tellGuest } from "#scripts/seed/tell-customer.ts";
import { seedFrame } from "#tests/support/seed-frame.ts";

const store = seedFrame();
const share = { subscriptions: [3], orders: 5, subscriptionsFrom: store.calendar.begin };

function tellAll(sizes: { customers: number; orders: number; subscriptions: number }) {
  const shares = shareOut(store, sizes);
  return [
    ...Array.from({ length: sizes.customers }, (_, at) =>
      tellCustomer(store, at, shares.ofCustomer(at)),
    ),
    ...Array.from({ length: shares.guests }, (_, at) => tellGuest(store, at)),
  ];
}

describe("the sizes of a seeded store", () => {
  test.each([
    { customers: 300, orders: 3000, subscriptions: 100 },
    { customers: 50, orders: 60, subscriptions: 60 },
    { customers: 40, orders: 90, subscriptions: 80 },
    { customers: 0, orders: 25, subscriptions: 0 },
    { customers: 1, orders: 1, subscriptions: 0 },
    { customers: 10, orders: 0, subscriptions: 0 },
  ])("are exactly those that were asked for: $customers, $orders, $subscriptions", (sizes) => {
    const stories = tellAll(sizes);
    expect(stories.filter(({ isCustomer }) => isCustomer)).toHaveLength(sizes.customers);
    expect(stories.flatMap(({ orders }) => orders)).toHaveLength(sizes.orders);
    expect(stories.flatMap(({ subscriptions }) => subscriptions)).toHaveLength(sizes.subscriptions);
  });

  test("a tenth of the customers buys more than a third of what is bought", () => {
    const bought = tellAll({ customers: 1000, orders: 10_000, subscriptions: 0 })
      .filter(({ isCustomer }) => isCustomer)
      .map(({ orders }) => orders.length)
      .sort((one, other) => other - one);
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(bought.slice(0, 100))).toBeGreaterThan(sum(bought) / 3);
    expect(bought.filter((count) => count === 0).length).toBeGreaterThan(50);
  });
});

describe("the stories of a seeded store", () => {
  const stories = tellAll({ customers: 4000, orders: 40_000, subscriptions: 3000 });
  const orders = stories.flatMap((story) => story.orders);
  const subscriptions = stories.flatMap((story) => story.subscriptions);
  const part = <T>(all: readonly T[], test: (one: T) => boolean) =>
    all.filter(test).length / all.length;

  test("are the same for the same seed, and others for another", () => {
    const tell = (seed: number) => JSON.stringify(tellGuest(seedFrame({ seed }), 4));
    expect(tell(1)).toBe(tell(1));
    expect(tell(2)).not.toBe(tell(1));
  });

  test("of one customer do not depend on how many others there are, nor on how much more they buy", () => {
    const few = tellCustomer(store, 8, share);
    const many = tellCustomer(store, 8, { ...share, orders: 9 });
    expect(many.person).toEqual(few.person);
    expect(many.subscriptions.map(({ attempts }) => attempts.length)).toEqual(
      few.subscriptions.map(({ attempts }) => attempts.length),
    );
    const dates = (story: typeof few) =>
      story.orders.filter(({ subscription }) => !subscription).map(({ at }) => at);
    expect(dates(many)).toEqual(expect.arrayContaining(dates(few)));
  });

  test("have every kind of order: guests', tests, canceled, refunded, disputed, late and dated back", () => {
    expect(part(orders, (one) => !one.isCustomers)).toBeCloseTo(0.06, 1);
    expect(part(orders, (one) => one.isTest)).toBeGreaterThan(0.001);
    expect(part(orders, (one) => one.isVoided)).toBeGreaterThan(0.003);
    expect(part(orders, (one) => one.refunds.length > 0)).toBeGreaterThan(0.05);
    expect(part(orders, (one) => one.refunds.length > 1)).toBeGreaterThan(0.003);
    expect(part(orders, (one) => one.createdAt > one.at)).toBeGreaterThan(0.001);
    const day = 86_400_000;
    expect(part(orders, (one) => one.storedAt > one.createdAt + day)).toBeGreaterThan(0.005);
    const isMixed = part(orders, ({ lines }) => lines.length > 1 && lines.some(({ plan }) => plan));
    expect(isMixed).toBeGreaterThan(0.005);
    const disputes = new Set(orders.map(({ dispute }) => dispute?.status));
    expect(disputes).toEqual(
      new Set([
        undefined,
        "won",
        "lost",
        "accepted",
        "charge_refunded",
        "under_review",
        "needs_response",
      ]),
    );
  });

  test("have every end of a subscription, every class of decline and every reason", () => {
    const cycles = subscriptions.flatMap((one) => one.cycles);
    const classes = new Set(cycles.map(({ declineClass }) => declineClass));
    expect(classes.size).toBe(7);
    const states = new Set(cycles.map(({ state }) => state));
    expect([...states].sort()).toEqual(
      expect.arrayContaining(["given_up", "paid", "past_due", "skipped"]),
    );
    expect(new Set(subscriptions.map(({ cancelReason }) => cancelReason)).size).toBe(10);
    expect(new Set(subscriptions.map(({ platformStatus }) => platformStatus)).size).toBe(5);
    expect(new Set(subscriptions.map(({ trialState }) => trialState)).size).toBe(3);
    expect(part(subscriptions, (one) => one.originalStartAt !== null)).toBeGreaterThan(0.03);
    const outcomes = subscriptions.flatMap(({ flows }) => flows.map(({ outcome }) => outcome));
    expect(new Set(outcomes)).toEqual(new Set(["open", "saved", "cancelled"]));
  });

  test("have every kind of credit that the product can post by itself", () => {
    const codes = new Set(stories.flatMap(({ entries }) => entries.map((one) => one.typeCode)));
    expect([...codes].sort((one, other) => one - other)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ]);
  });

  test("never pay back more than was paid, and never end before they begin", () => {
    for (const order of orders) {
      const back = order.refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      const credit = order.hold?.capturedMinor ?? 0;
      expect(back).toBeLessThanOrEqual(order.goodsMinor + order.deliveryMinor - credit);
    }
    for (const { startedAt, cancelledAt, endsAt, orders: own } of subscriptions) {
      expect(cancelledAt ?? startedAt).toBeGreaterThanOrEqual(startedAt);
      expect(endsAt ?? Number.MAX_VALUE).toBeGreaterThanOrEqual(cancelledAt ?? 0);
      for (const { at } of own) expect(at).toBeLessThanOrEqual(store.calendar.now);
    }
  });
});
