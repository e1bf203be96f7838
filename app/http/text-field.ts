import { z } from "zod";
import { storableText } from "#app/lib/storable-text.ts";

/**
 * A text that can be stored and shown: surrounding space removed, at most `max` characters, no NUL
 * (which PostgreSQL cannot hold) and no broken surrogate.
 */
export function textField(max: number) {
  return z
    .string("Must be a text.")
    .refine((text) => !text.includes("\u0000"), "Must not contain a NUL character.")
    .transform(storableText)
    .pipe(z.string().max(max, `Must be at most ${max} characters.`));
}

// Line breaks, other controls, and marks that change the direction of the text around them.
const NO_PART_OF_A_LINE = /[\p{Cc}\u2028\u2029]+|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of one line, such as a name: what breaks lines is a space, and what turns the text around it is removed. */
export function lineField(max: number) {
  return textField(max).overwrite((text) =>
    text
      .replace(NO_PART_OF_A_LINE, (part) => (/\p{Cc}|[\u2028\u2029]/u.test(part) ? " " : ""))
      .trim(),
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
  .transform((text) => text.replace(/^gid:\/\/platform\/Customer\//, ""))
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
