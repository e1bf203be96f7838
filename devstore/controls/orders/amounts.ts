import { z } from "zod";
import { InputError } from "../../input-error.ts";
import { minorOfDecimal } from "../../state/money.ts";

/** A decimal, as a number or as text. */
export const amountField = z.union([z.number(), z.string()]);

type Amount = z.infer<typeof amountField>;

/** In minor units. Throws InputError for what is no decimal number, or below nothing. */
export function readAmount(field: string, amount: Amount, currency: string): number {
  const minor = minorOfDecimal(amount, currency);
  if (minor === undefined) throw new InputError(field, "not a decimal number");
  if (minor < 0) throw new InputError(field, "less than nothing");
  return minor;
}

/** The same of a field that may be left out. */
export function readOptional(
  field: string,
  amount: Amount | undefined,
  currency: string,
): number | undefined {
  return amount === undefined ? undefined : readAmount(field, amount, currency);
}
