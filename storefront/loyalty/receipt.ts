import type { Sent } from "./send-loyalty.ts";
import type { WordKey } from "./words/en.ts";

/** A receipt as the Loyalty API answers it. */
export interface Receipt {
  id: number;
  status: "pending" | "approved" | "rejected";
  retailer: string;
  /** `YYYY-MM-DD`. */
  purchased_on: string;
  /** A decimal text. */
  total: string;
  currency: string;
  /** Why it was rejected; else null. */
  reason: string | null;
}

/** As much as the store takes, in bytes. */
export const MOST_BYTES = 2 * 1024 * 1024;
const TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"];
export const ACCEPTED = TYPES.join();

/** What is wrong with a file that was chosen; null when it can be sent. */
export function troubleWith({ size, type }: Pick<File, "size" | "type">): WordKey | null {
  if (!TYPES.includes(type)) return "rc_type";
  return size > MOST_BYTES ? "rc_too_big" : null;
}

/** What is said when a receipt was not taken. */
export function troubleOfReceipt({ outcome }: Sent<unknown>): WordKey {
  const words: Partial<Record<Sent<unknown>["outcome"], WordKey>> = {
    conflict: "rc_twice",
    refused: "rc_refused",
    gone: "rc_gone",
    failed: "rc_many",
    offline: "offline_nothing",
    signed_out: "signed_out_nothing",
  };
  return words[outcome] ?? "unknown";
}

/** Megabytes with one decimal, in the page's language; a file over the limit never reads as the limit. */
export function megabytes(bytes: number, language: string): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const tenths = Math.ceil(bytes / ((1024 * 1024) / 10));
  return format.format(tenths / 10);
}
