import { describe, expect, test } from "vitest";
import { evaluateRateLimit } from "#app/domain/rate-limits/window.ts";

const ends = {
  minuteEndsAt: new Date("2026-11-21T10:01:00Z"),
  dayEndsAt: new Date("2026-11-21T23:00:00Z"),
};
const starter = { perMinute: 60, perDay: 10_000 };

describe("limits", () => {
  test("the last request of a minute is granted, the next one is not", () => {
    expect(evaluateRateLimit({ ...ends, minuteUsed: 60, dayUsed: 60 }, starter)).toMatchObject({
      allowed: true,
      limit: 60,
      remaining: 0,
    });
    expect(evaluateRateLimit({ ...ends, minuteUsed: 61, dayUsed: 61 }, starter).allowed).toBe(
      false,
    );
  });

  test("the window nearer to its end is described", () => {
    const nearDayEnd = evaluateRateLimit({ ...ends, minuteUsed: 1, dayUsed: 9_995 }, starter);
    expect(nearDayEnd).toMatchObject({ limit: 10_000, remaining: 5, resetsAt: ends.dayEndsAt });
    const nearMinuteEnd = evaluateRateLimit({ ...ends, minuteUsed: 58, dayUsed: 100 }, starter);
    expect(nearMinuteEnd).toMatchObject({ limit: 60, remaining: 2, windowSeconds: 60 });
  });

  test("an exhausted day is told as the day, whatever is left of the minute", () => {
    const state = evaluateRateLimit({ ...ends, minuteUsed: 61, dayUsed: 10_001 }, starter);
    expect(state).toMatchObject({ allowed: false, resetsAt: ends.dayEndsAt });
  });

  test("a plan without a daily limit is judged by the minute alone", () => {
    const unlimited = { perMinute: 300, perDay: null };
    expect(evaluateRateLimit({ ...ends, minuteUsed: 10, dayUsed: 9e9 }, unlimited)).toMatchObject({
      allowed: true,
      remaining: 290,
    });
  });
});
