import { z } from "zod";

// The settings of rules, as the contract's field `rules` shows them: amounts in major units of the store's currency.

const MOST = 9_999_999;

/** An amount of money, in major units. */
export const amount = z
  .number()
  .min(0, "Must not be less than 0.")
  .max(MOST, `Must be at most ${MOST}.`)
  .refine(hasTwoDecimals, "Must have at most two decimals.");

/** The same where nothing would make no sense. */
export const positiveAmount = amount.refine((value) => value > 0, "Must be more than 0.");

/** Points for a unit of money. */
export const rate = z
  .number()
  .positive("Must be more than 0.")
  .max(10_000, "Must be at most 10000.")
  .refine(hasTwoDecimals, "Must have at most two decimals.");

/** How often something has to happen. */
export const times = z
  .number()
  .int("Must be a whole number.")
  .min(1, "Must be at least 1.")
  .max(1_000, "Must be at most 1000.");

/** An id of the platform or of ours, as a number. */
export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

function hasTwoDecimals(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
}
