import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import type { OfferRules } from "#app/domain/churn/offers/types/offer-types.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { endedContracts } from "#tests/support/ended-contracts.ts";
import {
  change,
  chargedUntil,
  type Days,
  type Fixed,
  monthly,
  onFixedDays,
  portal,
  weekly,
  yearly,
} from "#tests/support/fixed-days.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Whatever happens to a contract with fixed days, none of them is charged twice and none is lost.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("two days that a short month makes one are one charge, and the days after it are charged", async () => {
  const days = [15, 30, 31].map((day) => ({ type: "MONTHDAY", day }));
  const who = await onFixedDays(testApp, {
    ...{ unit: "month", anchors: days, from: "2027-01-31", first: "2027-02-15" },
  });
  expect(await chargedUntil(who, "2027-04-01")).toEqual(
    ["02-15", "02-28", "03-15", "03-30", "03-31"].map((day) => `2027-${day}`),
  );
});

describe("a store that moves to another zone charges each fixed day once", () => {
  const night = { ...monthly, time: "02:00" };
  const moved = async (days: Days, zone: string) => {
    const who = await onFixedDays(testApp, days);
    await who.shop.control("shop", { timezone: zone });
    await who.shop.quiet();
    return who;
  };
  const shownBy = async (who: Fixed) =>
    (await portal(who)).upcoming.slice(0, 3).map(({ date }: { date: string }) => date);

  test.each([
    [
      ...(["the 1st, to the evening before it", night, "America/Los_Angeles"] as const),
      ...([["2026-12-31", "2027-02-01", "2027-03-01"], "2027-03-05"] as const),
      ["2027-01-01", "2027-02-02", "2027-03-02"],
    ],
    [
      ...(["1 January, to the evening before it", { ...yearly, time: "02:00" }] as const),
      ...(["America/Los_Angeles", ["2026-12-31", "2028-01-01", "2029-01-01"]] as const),
      ...(["2027-06-05", ["2027-01-01"]] as const),
    ],
    [
      "Mondays, by an hour",
      { ...weekly, from: "2026-12-20", first: "2026-12-27", time: "23:30" },
      ...(["Europe/London", ["2026-12-27", "2027-01-04", "2027-01-11"]] as const),
      ...(["2027-01-06", ["2026-12-27", "2027-01-04"]] as const),
    ],
    [
      "the 1st, to the morning after it",
      {
        ...monthly,
        time: "04:00",
        zone: "America/Los_Angeles",
        from: "2026-12-02",
        first: "2027-01-02",
      },
      ...(["Asia/Tokyo", ["2027-01-02", "2027-02-01", "2027-03-01"]] as const),
      ...(["2027-03-05", ["2027-01-02", "2027-02-01", "2027-03-01"]] as const),
    ],
  ])("%s", async (_, days, zone, shown, until, charges) => {
    const who = await moved(days, zone);
    expect(await shownBy(who)).toEqual(shown);
    expect(await chargedUntil(who, until)).toEqual(charges);
  });

  test("a charge that is brought forward", async () => {
    const who = await onFixedDays(testApp, night);
    await change(who, { action: "move", day: "2026-12-28" });
    await who.shop.control("shop", { timezone: "America/Los_Angeles" });
    await who.shop.quiet();
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2026-12-28", "2027-02-02"]);
  });

  test.each([
    ["skips", { action: "skip" }],
    ["pauses for one renewal", { action: "pause", cycles: 1 }],
  ])("and leaves out a whole one for an owner who %s", async (_, what) => {
    const who = await moved(night, "America/Los_Angeles");
    await change(who, what);
    expect(await chargedUntil(who, "2027-03-05")).toEqual(["2027-02-02", "2027-03-02"]);
  });
});

type Frequency = Omit<Extract<OfferRules, { type: "change_frequency" }>, "type">;

describe("another interval by an offer", () => {
  const twoMonths: Frequency = { interval_count: 2, interval_name: "month" };

  async function accept({ shop, contractId }: Fixed, rules: Frequency): Promise<string> {
    const offerId = await createOffer(shop, { type: "change_frequency", ...rules });
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
    expect(status, JSON.stringify(body)).toBe(200);
    await shop.quiet();
    return body.reward.next_billing_date.slice(0, 10);
  }

  async function revoke({ shop }: Fixed): Promise<void> {
    const context = await shop.context();
    const where = { shopId: context.shop.id, state: "active" };
    const { id } = await context.db.prisma.appliedOffer.findFirstOrThrow({ where });
    await revokeAppliedOffer(context, id);
    await shop.quiet();
  }

  test("after a skip loses no day", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "skip" });
    expect(await accept(who, twoMonths)).toBe("2027-03-01");
    expect(await chargedUntil(who, "2027-07-05")).toEqual([
      "2027-03-01",
      "2027-05-01",
      "2027-07-01",
    ]);
  });

  test("after a charge that was brought forward loses no day", async () => {
    const who = await onFixedDays(testApp, monthly);
    await goTo(who.shop, new Date("2026-12-28T09:00:00Z"));
    await change(who, { action: "charge_now" });
    expect(await accept(who, twoMonths)).toBe("2027-03-01");
    expect(await chargedUntil(who, "2027-05-05")).toEqual([
      "2026-12-28",
      "2027-03-01",
      "2027-05-01",
    ]);
    const { paidUntil, nextBillingAt } = await who.row();
    expect(paidUntil).toEqual(nextBillingAt);
  });

  test("after one of Mondays loses no Monday", async () => {
    const who = await onFixedDays(testApp, weekly);
    await goTo(who.shop, new Date("2026-12-26T09:00:00Z"));
    await change(who, { action: "charge_now" });
    await accept(who, { interval_count: 2, interval_name: "week" });
    expect(await chargedUntil(who, "2027-01-30")).toEqual([
      "2026-12-26",
      "2027-01-11",
      "2027-01-25",
    ]);
  });

  test("counts from the day of a charge, and is given back from there", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2026-12-28" });
    expect(await accept(who, twoMonths)).toBe("2027-02-01");
    await revoke(who);
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2027-01-01", "2027-02-01"]);
  });

  test("that is given back after a skip loses no day", async () => {
    const who = await onFixedDays(testApp, monthly);
    await accept(who, twoMonths);
    await change(who, { action: "skip" });
    await revoke(who);
    expect(await chargedUntil(who, "2027-05-05")).toEqual([
      "2027-03-01",
      "2027-04-01",
      "2027-05-01",
    ]);
  });

  test.each<[string, Days, Frequency, string, string[], string]>([
    [
      "weeks of a contract of the 1st",
      monthly,
      { interval_count: 6, interval_name: "week" },
      "2027-01-20",
      ["2027-01-12", "2027-03-01", "2027-04-01"],
      "2027-04-05",
    ],
    [
      "a month of a contract of Mondays",
      { ...weekly, from: "2026-11-30", first: "2026-12-07" },
      { interval_count: 1, interval_name: "month" },
      "2027-01-10",
      ["2026-12-30", "2027-01-18", "2027-01-25"],
      "2027-01-26",
    ],
  ])(
    "in %s is given back with a date on a fixed day",
    async (_, days, rules, at, charges, until) => {
      const who = await onFixedDays(testApp, days);
      await accept(who, rules);
      await goTo(who.shop, new Date(`${at}T09:00:00Z`));
      await revoke(who);
      expect(await chargedUntil(who, until)).toEqual(charges);
    },
  );
});

describe("a contract that starts again once nothing is paid any more is charged for the nearest fixed day", () => {
  test.each([
    [
      "the next one, two days later",
      monthly,
      "2027-01-30",
      ["2027-01-30", "2027-03-01"],
      "2027-03-05",
    ],
    [
      "the one before, nine days ago",
      monthly,
      "2027-01-10",
      ["2027-01-10", "2027-02-01"],
      "2027-02-05",
    ],
  ])("%s", async (_, days, day, charges, until) => {
    const who = await onFixedDays(testApp, days);
    const portalOf = endedContracts(who.shop, "Europe/Berlin");
    await portalOf.cancel(who);
    await goTo(who.shop, new Date(`${day}T10:00:00Z`));
    const { revision } = await portalOf.look(who);
    const { body } = await portalOf.again(who, revision);
    await goTo(who.shop, new Date(`${until}T12:00:00Z`));
    await who.shop.quiet();
    const { db, shop } = await who.shop.context();
    const platformContractId = BigInt(body.successor.contract_id);
    const { id: subscriptionId } = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: shop.id, platformContractId },
    });
    const made = await db.prisma.billingAttempt.findMany({
      where: { shopId: shop.id, subscriptionId, status: "success" },
      orderBy: { id: "asc" },
    });
    expect(made.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))).toEqual(charges);
  });
});
