import { describe, expect, test } from "vitest";
import { monthlyWorthMinor, type RenewingSubscription } from "#app/domain/billing/monthly-worth.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import { fc } from "../../support/property.ts";

type Discount = RenewingSubscription["discounts"][number];

const subscription: RenewingSubscription = {
  status: "active",
  nextBillingAt: new Date("2026-12-01T09:00:00Z"),
  interval: { unit: "month", count: 1 },
  currency: "EUR",
  lines: [{ priceMinor: 1000, quantity: 1 }],
  discounts: [],
};

const every = (count: number, unit: Interval["unit"]) => ({ interval: { unit, count } });
const priced = (...prices: number[]) => ({
  lines: prices.map((priceMinor) => ({ priceMinor, quantity: 1 })),
});

const recurring = {
  targetType: "LINE_ITEM",
  appliesOnEachItem: false,
  recurringCycleLimit: null,
  usageCount: 0,
} as const;

function percent(percentage: number, rest: Partial<Discount> = {}): Discount {
  return { ...recurring, value: { kind: "percentage", percentage }, ...rest };
}

function fixed(amountMinor: number, rest: Partial<Discount> = {}): Discount {
  const value = { kind: "fixed_amount", amountMinor, currency: "EUR" } as const;
  return { ...recurring, value, ...rest };
}

function worth(changes: Partial<RenewingSubscription>): number {
  return monthlyWorthMinor({ ...subscription, ...changes });
}

describe("the monthly worth of a subscription", () => {
  test.each([
    ["monthly", every(1, "month"), 1000],
    ["every three months", every(3, "month"), 333],
    ["yearly", every(1, "year"), 83],
    ["every two years", every(2, "year"), 42],
    ["weekly, 52 weeks a year", every(1, "week"), 4333],
    ["every two weeks", every(2, "week"), 2167],
    ["daily, 365 days a year", every(1, "day"), 30417],
    ["every 30 days", every(30, "day"), 1014],
  ])("%s", (_name, interval, minor) => {
    expect(worth(interval)).toBe(minor);
  });

  test("rounds half a unit up, once, at the end", () => {
    expect(worth({ ...every(1, "year"), ...priced(6) })).toBe(1);
    expect(worth({ ...every(1, "year"), ...priced(18) })).toBe(2);
    expect(worth({ ...every(1, "year"), ...priced(17) })).toBe(1);
    // Three thirds of a unit: rounded line by line they would be nothing.
    expect(worth({ ...every(12, "month"), ...priced(4, 4, 4) })).toBe(1);
    // 15 % off 10 is charged as 9, and so counted.
    expect(worth({ ...every(1, "week"), ...priced(10), discounts: [percent(15)] })).toBe(39);
  });

  test("counts every piece of every line", () => {
    const lines = [
      { priceMinor: 1000, quantity: 2 },
      { priceMinor: 250, quantity: 3 },
    ];
    expect(worth({ lines })).toBe(2750);
    expect(worth({ lines: [] })).toBe(0);
  });

  test("is nothing while it is paused, once it is cancelled, and when nothing will renew", () => {
    expect(worth({ status: "paused" })).toBe(0);
    expect(worth({ status: "cancelled" })).toBe(0);
    expect(worth({ nextBillingAt: null })).toBe(0);
  });

  test("is net of recurring discounts, each on what the earlier ones left", () => {
    expect(worth({ discounts: [percent(10)] })).toBe(900);
    expect(worth({ discounts: [percent(10), percent(10)] })).toBe(810);
    expect(worth({ discounts: [fixed(300), percent(50)] })).toBe(350);
    expect(worth({ discounts: [percent(50), fixed(300)] })).toBe(200);
    expect(worth({ discounts: [percent(100)] })).toBe(0);
  });

  test("of a month is what a month's charge comes to: the sum of its lines", () => {
    expect(worth({ ...priced(1267, 2287), discounts: [percent(20)] })).toBe(2844);
  });

  test("takes a fixed amount off once, or off each piece", () => {
    const lines = [
      { priceMinor: 1000, quantity: 2 },
      { priceMinor: 100, quantity: 1 },
    ];
    expect(worth({ lines, discounts: [fixed(300)] })).toBe(1800);
    // 300 off each of two, and the whole of the third, which costs 100.
    expect(worth({ lines, discounts: [fixed(300, { appliesOnEachItem: true })] })).toBe(1400);
    expect(worth({ lines, discounts: [fixed(9999)] })).toBe(0);
    expect(worth({ lines, discounts: [fixed(9999), fixed(1)] })).toBe(0);
  });

  test("does not count discounts of one cycle, used-up ones and those on delivery", () => {
    expect(worth({ discounts: [percent(50, { recurringCycleLimit: 1 })] })).toBe(1000);
    expect(worth({ discounts: [percent(50, { recurringCycleLimit: 3, usageCount: 3 })] })).toBe(
      1000,
    );
    expect(worth({ discounts: [percent(50, { recurringCycleLimit: 3, usageCount: 2 })] })).toBe(
      500,
    );
    expect(worth({ discounts: [percent(50, { targetType: "SHIPPING_LINE" })] })).toBe(1000);
  });

  test("refuses a discount in another currency", () => {
    expect(() => worth({ currency: "USD", discounts: [fixed(300)] })).toThrow(RangeError);
  });

  test("is a whole amount from nothing to the full price, whatever the discounts", () => {
    const minor = fc.integer({ min: 0, max: 10_000_000 });
    const lines = fc.array(
      fc.record({ priceMinor: minor, quantity: fc.integer({ min: 1, max: 99 }) }),
      { maxLength: 6 },
    );
    const discounts = fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 100 }).map((one) => percent(one)),
        fc
          .tuple(minor, fc.boolean())
          .map(([amount, appliesOnEachItem]) => fixed(amount, { appliesOnEachItem })),
      ),
      { maxLength: 5 },
    );
    const interval = fc.record({
      unit: fc.constantFrom<Interval["unit"]>("day", "week", "month", "year"),
      count: fc.integer({ min: 1, max: 36 }),
    });
    fc.assert(
      fc.property(lines, discounts, interval, (some, off, one) => {
        const full = worth({ lines: some, interval: one });
        const net = worth({ lines: some, interval: one, discounts: off });
        expect(Number.isSafeInteger(net)).toBe(true);
        expect(net).toBeGreaterThanOrEqual(0);
        expect(net).toBeLessThanOrEqual(full);
      }),
    );
  });

  test("of twelve months is that of a year, and of seven days nearly that of a week", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (price) => {
        const goods = priced(price);
        expect(worth({ ...goods, ...every(12, "month") })).toBe(
          worth({ ...goods, ...every(1, "year") }),
        );
        const week = worth({ ...goods, ...every(1, "week") });
        const sevenDays = worth({ ...goods, ...every(7, "day") });
        // 365 days are 52 weeks and one day.
        expect(sevenDays - week).toBeGreaterThanOrEqual(0);
        expect(sevenDays - week).toBeLessThanOrEqual(price / 84 + 1);
      }),
    );
  });
});
