import type { RateLimits } from "./plan-limits.ts";

/** How often a store has called in the current minute and day, this request included, and when each ends. */
export interface WindowUse {
  minuteUsed: number;
  minuteEndsAt: Date;
  dayUsed: number;
  dayEndsAt: Date;
}

/** The window nearer to the end of its allowance: what the answer's headers describe. */
export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetsAt: Date;
  /** Length of the window in seconds, for the RateLimit-Policy field. */
  windowSeconds: number;
}

/** Decides a request from its place in both windows. Of two exhausted windows, the later end counts. */
export function evaluateRateLimit(use: WindowUse, limits: RateLimits): LimitState {
  const minute = state(limits.perMinute, use.minuteUsed, use.minuteEndsAt, 60);
  if (limits.perDay === null) return minute;
  const day = state(limits.perDay, use.dayUsed, use.dayEndsAt, 86_400);
  if (!minute.allowed || !day.allowed) return day.allowed ? minute : day;
  return day.remaining < minute.remaining ? day : minute;
}

function state(limit: number, used: number, resetsAt: Date, windowSeconds: number): LimitState {
  return {
    allowed: used <= limit,
    limit,
    remaining: Math.max(0, limit - used),
    resetsAt,
    windowSeconds,
  };
}
