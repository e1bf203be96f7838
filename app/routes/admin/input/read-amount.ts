import { wrongFields } from "#app/lib/app-error.ts";
import { readTypedAmount } from "#app/lib/typed-amount.ts";

/**
 * The plain decimal of an amount that a form sent as it was typed.
 *
 * @throws AppError invalid_input for the field, when the text is no amount in the locale or may be two.
 */
export function readAmount(field: string, typed: string, locale: string, currency: string): string {
  const { text, problem } = readTypedAmount(typed, locale, currency);
  if (problem !== null) throw wrongFields({ [field]: [problem] });
  return text;
}
