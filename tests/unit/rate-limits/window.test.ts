import { describe, expect, test } from "vitest";
import { evaluateRateLimit, type WindowState } from "#app/domain/rate-limits/window.ts";

const window = (limit: number, used: number, windowSeconds = 60): WindowState => ({
  allowed: used <= limit,
  limit,
  remaining: Math.max(0, limit - used),
  endsAt: windowSeconds,
  windowSeconds,
});
const minute = (limit: number, used: number) => window(limit, used);
const day = (limit: number, used: number) => window(limit, used, 86_400);

describe("limits", () => {
  test("the window nearer to its end is described", () => {
    expect(evaluateRateLimit(minute(60, 1), day(10_000, 9_995))).toMatchObject({
      limit: 10_000,
      remaining: 5,
      windowSeconds: 86_400,
    });
    expect(evaluateRateLimit(minute(60, 58), day(10_000, 100))).toMatchObject({
      limit: 60,
      remaining: 2,
      windowSeconds: 60,
    });
  });

  test("either window refuses, whatever is left of the other", () => {
    expect(evaluateRateLimit(minute(60, 61), day(10_000, 100)).allowed).toBe(false);
    expect(evaluateRateLimit(minute(60, 1), day(10_000, 10_001)).allowed).toBe(false);
  });

  test("of two exhausted windows the day is described", () => {
    const state = evaluateRateLimit(minute(60, 61), day(10_000, 10_001));
    expect(state).toMatchObject({ allowed: false, windowSeconds: 86_400 });
  });

  test("a plan without a daily limit is decided by the minute alone", () => {
    expect(evaluateRateLimit(minute(300, 10), null)).toMatchObject({
      allowed: true,
      remaining: 290,
    });
  });
});
