import { AppError, type Refusal } from "#app/lib/app-error.ts";
import { REFUSAL_REASONS, type RefusalReason } from "./refusal-reasons.ts";
import { en } from "./words/en.ts";

type Values = Refusal["values"];

/**
 * What a shopper's change is refused with: the reason, which their page words in its language, and an English message.
 *
 * @param values what stands in the sentence; a day is `YYYY-MM-DD` in the store's zone.
 * @param message for the merchant and for systems, where they are to do something else than the shopper.
 */
export function refuse(
  reason: RefusalReason,
  values: Values = {},
  message = fillWords(en[reason], values),
): AppError {
  return new AppError(REFUSAL_REASONS[reason], message, null, [{ reason, field: null, values }]);
}

/** The same for one field that somebody has filled in. */
export function refuseField(field: string, reason: RefusalReason, values: Values = {}): AppError {
  return refuseFields({ [field]: reason }, values);
}

/** The same for several fields at once. */
export function refuseFields(
  reasons: Readonly<Record<string, RefusalReason>>,
  values: Values = {},
): AppError {
  const refusals = Object.entries(reasons).map(([field, reason]) => ({ field, reason, values }));
  const said = refusals.map(({ field, reason }) => [field, fillWords(en[reason], values)] as const);
  const fields = Object.fromEntries(said.map(([field, sentence]) => [field, [sentence]]));
  const message = said.map(([, sentence]) => sentence).join(" ");
  return new AppError("invalid_input", message, fields, refusals);
}

/** A sentence with the values in its places. */
export function fillWords(words: string, values: Values): string {
  return words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
