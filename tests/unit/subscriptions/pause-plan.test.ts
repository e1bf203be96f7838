import { describe, expect, test } from "vitest";
import { keptTimeOf } from "#app/domain/billing/dates/kept-time.ts";
import {
  planPauseOfCycles,
  planPauseOfDays,
  planPauseUntil,
  planResuming,
} from "#app/domain/subscriptions/pauses/pause-plan.ts";

const zone = "Europe/Berlin";
const at = (iso: string) => new Date(iso);
const monthly = { unit: "month", count: 1 } as const;
const now = at("2026-11-21T10:00:00Z");
const nextBillingAt = at("2026-12-04T08:00:00Z");
const pausable = (due: Date, pausedAt: Date | null = null, dayOfMonth = due.getUTCDate()) => ({
  nextBillingAt: due,
  pausedAt,
  chargeableFrom: null as Date | null,
  anchors: [],
  interval: monthly,
  keeps: { dayOfMonth, time: keptTimeOf(due, zone).time },
});

describe("a pause", () => {
  test("of 30 days moves the next charge on by 30 days", () => {
    expect(planPauseOfDays(pausable(nextBillingAt), 30, now, zone)).toEqual({
      until: at("2026-12-21T10:00:00Z"),
      billingResumesAt: at("2027-01-03T08:00:00Z"),
    });
  });

  test("keeps the local hour where daylight saving begins meanwhile", () => {
    const plan = planPauseOfDays(pausable(nextBillingAt), 150, now, zone);
    expect(plan.until).toEqual(at("2027-04-20T09:00:00Z"));
    expect(plan.billingResumesAt).toEqual(at("2027-05-03T07:00:00Z"));
  });

  test("that is given a new end counts from its own beginning", () => {
    const pausedAt = at("2026-11-11T10:00:00Z");
    const plan = planPauseOfDays(pausable(nextBillingAt, pausedAt), 5, now, zone);
    expect(plan.until).toEqual(at("2026-11-26T10:00:00Z"));
    expect(plan.billingResumesAt).toEqual(at("2026-12-19T08:00:00Z"));
  });

  test("that ends early moves the next charge on by the time that it lasted", () => {
    const pausedAt = at("2026-11-19T04:00:00Z");
    const plan = planPauseUntil(pausable(nextBillingAt, pausedAt), now, now, zone);
    expect(plan.billingResumesAt).toEqual(at("2026-12-06T14:00:00Z"));
  });

  test("of two billing intervals keeps the day of the month", () => {
    const subscription = pausable(at("2026-11-30T08:00:00Z"));
    expect(planPauseOfCycles(subscription, 2, now, zone)).toEqual({
      until: at("2027-01-21T10:00:00Z"),
      billingResumesAt: at("2027-01-30T08:00:00Z"),
    });
  });

  test("that is over before the charge that it has moved leaves none in the past", () => {
    const overdue = pausable(at("2026-08-31T07:00:00Z"));
    expect(planPauseUntil(overdue, now, now, zone).billingResumesAt).toEqual(
      at("2026-11-30T08:00:00Z"),
    );
  });

  test("of one billing interval ends before the charge that an overdue one has moved to", () => {
    const subscription = pausable(at("2026-10-24T08:00:00Z"));
    const today = at("2026-10-28T10:00:00Z");
    expect(planPauseOfCycles(subscription, 1, today, zone)).toEqual({
      until: at("2026-11-24T08:00:00Z"),
      billingResumesAt: at("2026-11-24T09:00:00Z"),
    });
  });

  test("of one billing interval moves a charge that is overdue by several to the next date to come", () => {
    const subscription = pausable(at("2026-07-24T08:00:00Z"));
    const plan = planPauseOfCycles(subscription, 1, now, zone);
    expect(plan.billingResumesAt).toEqual(at("2026-11-24T09:00:00Z"));
    expect(plan.until).toEqual(at("2026-11-24T08:00:00Z"));
  });

  test("from 28 February, in place of the 31st, goes to 31 March", () => {
    const due = at("2027-02-28T08:00:00Z");
    const plan = planPauseOfCycles(pausable(due, null, 31), 1, at("2027-02-10T10:00:00Z"), zone);
    expect(plan.billingResumesAt).toEqual(at("2027-03-31T07:00:00Z"));
  });

  test("of billing intervals that replaces a running pause counts from the first date to come", () => {
    const subscription = pausable(at("2026-10-24T08:00:00Z"), at("2026-10-10T10:00:00Z"));
    expect(planPauseOfCycles(subscription, 1, now, zone)).toEqual({
      until: at("2026-12-21T10:00:00Z"),
      billingResumesAt: at("2026-12-24T09:00:00Z"),
    });
  });

  test.each(["days", "an instant", "renewals", "resuming", "resuming with what is owed"])(
    "of %s is followed by no charge before the platform takes one",
    (kind) => {
      const from = at("2027-01-12T08:00:01Z");
      const subscription = { ...pausable(at("2026-11-20T08:00:00Z")), chargeableFrom: from };
      const plans = {
        days: () => planPauseOfDays(subscription, 6, now, zone),
        "an instant": () => planPauseUntil(subscription, at("2026-11-30T10:00:00Z"), now, zone),
        renewals: () => planPauseOfCycles(subscription, 1, now, zone),
        resuming: () => planResuming(subscription, now, zone, false),
        "resuming with what is owed": () => planResuming(subscription, now, zone, true),
      };
      expect(plans[kind as keyof typeof plans]().billingResumesAt).toEqual(from);
    },
  );
});
