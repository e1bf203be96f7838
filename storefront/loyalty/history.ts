import type { Line } from "./lines.ts";

/** A movement of points as the Loyalty API answers it. */
export interface PointsEntry {
  id: number;
  /** `YYYY-MM-DD`. */
  date: string;
  type: number;
  points: number;
  /** `YYYY-MM-DD`; null for all but pending points that come. */
  available_from: string | null;
  /** Of the rule or the reward. */
  name: string | null;
  /** The store's own words. */
  reason: string | null;
  order_name: string | null;
}

/** The types that have words of their own. */
const TYPES = [2, 3, 4, 7, 8, 12];
/** Adjusted by the store. */
const ANY_OTHER = 4;

/** Why points have moved, in words. */
export function whyLine({ type, order_name: order }: PointsEntry): Line {
  if (order && (type === 8 || type === 12)) return [`ph_${type}_order`, { order }];
  return [`ph_${TYPES.includes(type) ? type : ANY_OTHER}`];
}

/** Points with their sign, as a language writes them. */
export function signed(points: number, language: string): string {
  return new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(points);
}
