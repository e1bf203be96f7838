import { shortened } from "#app/lib/storable-text.ts";

/** A referral code as an order carries it. */
export interface CarriedCode {
  code: string;
  /** When the friend followed the link; null for a code that was entered. */
  followedAt: Date | null;
}

/** More than any code with its instant has. */
const MOST = 100;

/**
 * Reads the attribute of a cart: a code, and after a dot the instant at which the link was followed, in seconds since 1970:
 * `K7PX2MBQ4T.1764000000`. Who leaves the instant out has as much as who enters the code.
 */
export function readCarriedCode(text: string): CarriedCode {
  const carried = shortened(text, MOST).trim().toUpperCase();
  const dot = carried.indexOf(".");
  const code = dot < 0 ? carried : carried.slice(0, dot);
  const seconds = dot < 0 ? "" : carried.slice(dot + 1);
  return { code, followedAt: /^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null };
}
