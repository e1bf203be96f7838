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

/** A positive platform id in decimal digits, as in a path. */
export const platformIdText = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .pipe(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER));

/** A customer in a path: the platform's number, bare or as `gid://platform/Customer/<n>`. */
export const customerIdText = z
  .string()
  .transform((text) => text.replace(/^gid:\/\/platform\/Customer\//, ""))
  .pipe(platformIdText);
