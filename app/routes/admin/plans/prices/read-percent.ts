import { wrongField } from "#app/lib/app-error.ts";

/**
 * Hundredths of a percent of what was typed: "5", "-2.5", "+12,25".
 *
 * @throws AppError invalid_input for the field.
 */
export function readPercent(field: string, typed: string): number {
  const hundredths = percentOf(typed);
  if (hundredths !== null) return hundredths;
  throw wrongField(field, "Enter a percentage with two decimals at most, for example 5 or -2.5.");
}

/** The same; null for what is no percentage. */
export function percentOf(typed: string): number | null {
  const [, sign = "", whole = "", part = ""] =
    /^([+-]?)(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim().replace(/\s?%$/, "")) ?? [];
  if (whole === "") return null;
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return sign === "-" ? -hundredths : hundredths;
}
