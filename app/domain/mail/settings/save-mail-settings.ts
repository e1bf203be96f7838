import { z } from "zod";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { storableText } from "#app/lib/storable-text.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { MAIL_KINDS, type MailKind } from "../kinds/mail-kinds.ts";
import { variablesOf } from "../kinds/variables-of.ts";
import { variablesIn } from "../templates/variables.ts";
import { MAIL_LANGUAGES } from "../texts/languages.ts";
import { NEVER_SAVED } from "./mail-settings.ts";

const kinds = MAIL_KINDS.map(({ kind }) => kind) as [MailKind, ...MailKind[]];

const words = (kind: MailKind) => {
  const text = (most: number) =>
    z
      .string()
      .max(most, `At most ${most} characters.`)
      .transform(storableText)
      .superRefine((typed, check) => {
        const known = variablesOf(kind);
        const unknown = variablesIn(typed).find((name) => !known.includes(name));
        if (unknown === undefined) return;
        const names = known.map((name) => `{{ ${name} }}`).join(", ");
        check.addIssue(`There is no {{ ${unknown} }} in this email. You can use: ${names}.`);
      });
  return z.strictObject({ subject: text(150), heading: text(150), body: text(2_000) }).partial();
};

const ofKinds = z.strictObject(
  Object.fromEntries(kinds.map((kind) => [kind, words(kind).optional()])),
);

/** Exported for the test that measures it at its largest input. */
export const mailSettingsSchema = z.strictObject({
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "Enter a color as # and six digits, for example #2a4d3a.")
    .toLowerCase(),
  kindsOff: z.array(z.enum(kinds)).max(kinds.length),
  texts: z.strictObject(
    Object.fromEntries(MAIL_LANGUAGES.map((language) => [language, ofKinds.optional()])),
  ),
});

/**
 * Saves what a merchant has set. Mails that wait are sent by it; a kind that was switched off stops with the causes that
 * come from then on.
 *
 * @param edit `version`: of the settings that the editor was opened with.
 * @throws AppError invalid_input with `fields` such as `texts.de.payment_failed.body`.
 */
export async function saveMailSettings(
  context: ShopContext,
  edit: { version: string; input: unknown },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const parsed = mailSettingsSchema.safeParse(edit.input);
  if (!parsed.success) throw invalidInput(parsed.error, (path) => path.join("."));
  const { shop, db } = context;
  const isFirst = edit.version === NEVER_SAVED;
  const before = isFirst ? new Date(0) : new Date(edit.version);
  const data = { ...parsed.data, updatedAt: nextVersion(before, new Date()) };
  const { count } = isFirst
    ? await db.prisma.mailSettings.createMany({
        data: [{ shopId: shop.id, ...data }],
        skipDuplicates: true,
      })
    : await db.prisma.mailSettings.updateMany({
        where: { shopId: shop.id, updatedAt: before },
        data,
      });
  return { outcome: count === 1 ? "saved" : "stale" };
}
