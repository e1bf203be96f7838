import { z } from "zod";
import { readCustomerNumber } from "#app/lib/customer-number.ts";
import { isOneLine, lineText } from "#app/lib/line-text.ts";
import { storableText } from "#app/lib/storable-text.ts";

/**
 * A text of several lines that can be stored and shown: surrounding space removed, at most `max` characters, no NUL
 * (which PostgreSQL cannot hold) and no broken surrogate.
 */
export function textField(max: number) {
  return fieldRead(storableText, max);
}

/** A text of one line, such as a name or a reason, cleaned of what is no part of a line before it is counted. */
export function lineField(max: number) {
  return fieldRead(lineText, max);
}

function fieldRead(read: (typed: string) => string, max: number) {
  return z
    .string("Must be a text.")
    .refine((text) => !text.includes("\u0000"), "Must not contain a NUL character.")
    .transform(read)
    .pipe(z.string().max(max, `Must be at most ${max} characters.`));
}

/** What names something in another system, or in an earlier answer: kept as it was sent, so refused where a line would be cleaned. */
export function idField(max: number) {
  return textField(max).refine(
    isOneLine,
    "Must not contain line breaks, other control characters or marks of direction.",
  );
}

/** A positive platform id in decimal digits, as in a path. @param thing what it names, for who sends another text. */
export function platformIdText(thing: string) {
  const message = `There is no such ${thing}.`;
  return z
    .string(message)
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((id) => id > 0 && Number.isSafeInteger(id), message);
}

/** A customer in a path: the platform's number, bare or as `gid://platform/Customer/<n>`. */
export const customerIdText = z
  .string()
  .transform((text) => String(readCustomerNumber(text) ?? text))
  .pipe(platformIdText("customer"))
  .meta({
    description:
      "The customer's number on the platform, bare or percent-encoded as gid://platform/Customer/<number>.",
    example: "1001",
  });

/** A contract in a path. */
export const contractIdText = platformIdText("contract").meta({
  description: "The contract's number on the platform.",
  example: "5008",
});
