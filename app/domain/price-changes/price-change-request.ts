/** What it means when a customer does not answer; those who silently agree are not asked. */
export type Silence = "agrees" | "keeps" | "cancels";

export interface PriceChangeRequest {
  planId: bigint;
  /** The new price of one piece, in minor units; or null, and the change in hundredths of a percent. Both null: new terms alone. */
  fixedMinor: number | null;
  percentHundredths: number | null;
  /** The first day of the new price, `YYYY-MM-DD` in the store's zone. */
  day: string;
  /** How many days before that the customers are told. */
  noticeDays: number;
  silence: Silence;
  /** What changes besides the price, in the merchant's words; null for nothing. */
  termsNote: string | null;
  /** When new subscribers get the new price, too. */
  planPrice: "keep" | "now" | "on_day";
  /** Identifies the request: the same key again answers the same change. */
  key: string;
}

/** The longest note of terms. */
export const MOST_TERMS = 2000;
