import type { ShopPlan } from "../shops/shop.ts";

/** Requests that the core REST API grants a store (contract, section 8). */
export interface RateLimits {
  perMinute: number;
  /** Null for unlimited. Counted per day in the store's zone. */
  perDay: number | null;
}

export const PLAN_LIMITS: Readonly<Record<ShopPlan, RateLimits>> = {
  starter: { perMinute: 60, perDay: 10_000 },
  growth: { perMinute: 120, perDay: 50_000 },
  enterprise: { perMinute: 300, perDay: null },
};
