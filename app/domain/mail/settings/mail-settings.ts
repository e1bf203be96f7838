import { z } from "zod";
import type { Database, Queries } from "#app/lib/db.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import { MAIL_KINDS, type MailKind } from "../kinds/mail-kinds.ts";
import { MAIL_LANGUAGES, type MailLanguage } from "../texts/languages.ts";
import type { MailWords } from "../texts/mail-texts.ts";

/** The merchant's own words: those that differ from the usual ones, by language and kind. */
type OwnWords = Partial<Record<MailLanguage, Partial<Record<MailKind, Partial<MailWords>>>>>;

/** Kinds that are sent before a date, and how many days before. */
export type DaysBefore = Record<"upcoming_renewal" | "trial_ending" | "card_expiring", number>;

const USUAL_DAYS: DaysBefore = { upcoming_renewal: 3, trial_ending: 3, card_expiring: 30 };

/** What a merchant has set for the store's mails. */
export interface MailSettings {
  /** `#rrggbb`. */
  color: string;
  /** Kinds that are not sent. */
  kindsOff: MailKind[];
  texts: OwnWords;
  /** How many days before its date a mail goes out. */
  daysBefore: DaysBefore;
  /** Of the last save, "new" before the first. */
  version: string;
}

const DEFAULT_COLOR = "#2a4d3a";
export const NEVER_SAVED = "new";

const kind = z.enum(MAIL_KINDS.map((one) => one.kind) as [MailKind, ...MailKind[]]);
const storedTexts = z.partialRecord(
  z.enum(MAIL_LANGUAGES),
  z.partialRecord(
    kind,
    z.object({ subject: z.string(), heading: z.string(), body: z.string() }).partial(),
  ),
);

/** The same, read once in a transaction, however many mails it is about. */
export function mailSettingsIn(tx: Queries, shopId: bigint): Promise<MailSettings> {
  const known = readIn.get(tx) ?? readMailSettings(tx, shopId);
  readIn.set(tx, known);
  return known;
}

const readIn = new WeakMap<Queries, Promise<MailSettings>>();

/** The same outside a transaction: mails that are written at about the same time share the read. */
export const readMailSettingsShared: (db: Database, shopId: bigint) => Promise<MailSettings> =
  shareWork({
    most: FEW_VALUES,
    work: async ({ prisma }: Database, shopIds: readonly bigint[]) => {
      const settings = await readMailSettings(prisma, shopIds[0] ?? 0n);
      return shopIds.map(() => settings);
    },
  });

/** The store's settings for mails; what they are without any is part of it. */
export async function readMailSettings(queries: Queries, shopId: bigint): Promise<MailSettings> {
  const row = await queries.mailSettings.findUnique({ where: { shopId } });
  if (!row) {
    const daysBefore = USUAL_DAYS;
    return { color: DEFAULT_COLOR, kindsOff: [], texts: {}, daysBefore, version: NEVER_SAVED };
  }
  return {
    color: row.color,
    kindsOff: row.kindsOff.filter((one) => kind.safeParse(one).success) as MailKind[],
    texts: storedTexts.parse(row.texts) as OwnWords,
    daysBefore: {
      upcoming_renewal: row.renewalDays,
      trial_ending: row.trialDays,
      card_expiring: row.cardDays,
    },
    version: row.updatedAt.toISOString(),
  };
}
