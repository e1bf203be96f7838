import { z } from "zod";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { storableText } from "#app/lib/storable-text.ts";
import { MAIL_KINDS, type MailKind } from "../kinds/mail-kinds.ts";
import { variablesOf } from "../kinds/variables-of.ts";
import { variablesIn } from "../templates/variables.ts";
import { MAIL_LANGUAGES } from "../texts/languages.ts";
import type { MailSettings } from "./mail-settings.ts";

const kinds = MAIL_KINDS.map(({ kind }) => kind) as [MailKind, ...MailKind[]];

const words = (kind: MailKind) => {
  const text = (most: number, read: (typed: string) => string) =>
    z
      .string()
      .max(most, `At most ${most} characters.`)
      .transform(read)
      .superRefine((typed, check) => {
        const known = variablesOf(kind);
        const unknown = variablesIn(typed).find((name) => !known.includes(name));
        if (unknown === undefined) return;
        const names = known.map((name) => `{{ ${name} }}`).join(", ");
        check.addIssue(`There is no {{ ${unknown} }} in this email. You can use: ${names}.`);
      });
  return z
    .strictObject({
      ...{ subject: text(150, lineText), heading: text(150, lineText) },
      body: text(2_000, storableText),
    })
    .partial();
};

const ofKinds = z.strictObject(
  Object.fromEntries(kinds.map((kind) => [kind, words(kind).optional()])),
);

const days = (most: number) => {
  const message = `Choose 1 to ${most} days.`;
  return z.number(message).int(message).min(1, message).max(most, message);
};

const mailSettingsSchema = z.strictObject({
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "Enter a color as # and six digits, for example #2a4d3a.")
    .toLowerCase(),
  kindsOff: z.array(z.enum(kinds)).max(kinds.length),
  daysBefore: z.strictObject({
    upcoming_renewal: days(30),
    trial_ending: days(30),
    card_expiring: days(90),
  }),
  texts: z.strictObject(
    Object.fromEntries(MAIL_LANGUAGES.map((language) => [language, ofKinds.optional()])),
  ),
});

/**
 * Reads what a merchant has typed.
 *
 * @throws AppError invalid_input with `fields` such as `texts.de.payment_failed.body`.
 */
export function parseMailSettings(input: unknown): Omit<MailSettings, "version"> {
  const parsed = mailSettingsSchema.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error, (path) => path.join("."));
  return parsed.data as Omit<MailSettings, "version">;
}
