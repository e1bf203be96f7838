import { describe, expect, test } from "vitest";
import {
  firstDateAfter,
  planPauseOfCycles,
  planPauseOfDays,
  planPauseUntil,
} from "#app/domain/subscriptions/pauses/pause-plan.ts";

const zone = "Europe/Berlin";
const at = (iso: string) => new Date(iso);
const monthly = { unit: "month", count: 1 } as const;
const now = at("2026-11-21T10:00:00Z");
const nextBillingAt = at("2026-12-04T08:00:00Z");

describe("a pause", () => {
  test("of 30 days moves the next charge on by 30 days", () => {
    expect(planPauseOfDays({ nextBillingAt, pausedAt: null }, 30, now, zone)).toEqual({
      until: at("2026-12-21T10:00:00Z"),
      billingResumesAt: at("2027-01-03T08:00:00Z"),
    });
  });

  test("keeps the local hour where daylight saving begins meanwhile", () => {
    const plan = planPauseOfDays({ nextBillingAt, pausedAt: null }, 150, now, zone);
    expect(plan.until).toEqual(at("2027-04-20T09:00:00Z"));
    expect(plan.billingResumesAt).toEqual(at("2027-05-03T07:00:00Z"));
  });

  test("that is given a new end counts from its own beginning", () => {
    const pausedAt = at("2026-11-11T10:00:00Z");
    const plan = planPauseOfDays({ nextBillingAt, pausedAt }, 5, now, zone);
    expect(plan.until).toEqual(at("2026-11-26T10:00:00Z"));
    expect(plan.billingResumesAt).toEqual(at("2026-12-19T08:00:00Z"));
  });

  test("that ends early moves the next charge on by the time that it lasted", () => {
    const pausedAt = at("2026-11-19T04:00:00Z");
    const plan = planPauseUntil({ nextBillingAt, pausedAt }, now, now, zone);
    expect(plan.billingResumesAt).toEqual(at("2026-12-06T14:00:00Z"));
  });

  test("of two billing intervals keeps the day of the month", () => {
    const subscription = { nextBillingAt: at("2026-11-30T08:00:00Z"), interval: monthly };
    expect(planPauseOfCycles(subscription, 2, now, zone)).toEqual({
      until: at("2027-01-21T10:00:00Z"),
      billingResumesAt: at("2027-01-30T08:00:00Z"),
    });
  });

  test("never leaves a charge in the past", () => {
    const overdue = at("2026-08-31T08:00:00Z");
    expect(firstDateAfter(now, overdue, monthly, zone)).toEqual(at("2026-11-30T09:00:00Z"));
    expect(firstDateAfter(now, nextBillingAt, monthly, zone)).toEqual(nextBillingAt);
  });
});
