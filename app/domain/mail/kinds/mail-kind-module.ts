import { z } from "zod";
import { instantText } from "#app/lib/instants.ts";
import type { OwnChangeKind } from "../../events/catalogue.ts";
import type { MailSubject } from "../outbox/find-change.ts";

/** What a line of a mail's table may be about. */
export type MailLabel =
  | ("plan" | "amount" | "nextCharge" | "firstCharge" | "nextTry" | "confirmBy" | "pausedUntil")
  | ("cancelledOn" | "endsOn" | "creditKept" | "creditEnding" | "card" | "expires" | "credit")
  | ("reason" | "balance" | "unpaidPauses" | "unpaidCancels" | "unpaidSkips")
  | ("changed" | "product" | "before" | "now" | "skippedCharge" | "newPrice" | "validFrom")
  | ("contract" | "withdrawnOn" | "lastPaid")
  | ("withoutAnswer" | "whatChanges")
  | "paidByCredit"
  | ("points" | "usableFrom" | "reward" | "code" | "perks" | "atLeastUntil");

/** A mail's button: what it says, and where it leads. */
export interface MailButton {
  label: "updatePayment" | "confirmPayment" | "cancelSubscription" | "answerChange";
  url: string;
}

/** A value that the texts name: what a shopper has changed, what comes of no answer, why a subscription ended. */
export type FactWords =
  | { change: OwnChangeKind }
  | { silence: "keeps" | "cancels" }
  | { why: "noAnswer" };

/** A line of the mail's table: what it is about, and its value in the customer's language; null for a day that never comes. */
export type MailFact = readonly [label: MailLabel, value: string | null | FactWords];

/** What a mail says below its body. */
export interface MailNotes {
  /** In the merchant's words, under the label `whatChanges`. */
  terms: string | null;
  hasFirstCharges: boolean;
}

/** Amounts and days as a customer's language writes them. */
export interface MailFormats {
  /** A number of points. */
  count(number: number): string;
  money(amount: { minor: number; currency: string }): string;
  /** An amount to be charged, with a word for the taxes that come on top. */
  charge(amount: { minor: number; currency: string; plusTax: boolean }): string;
  /** A day of the store's calendar. */
  day(instant: Date): string;
  month(instant: Date): string;
  /** Day and time, with the zone that the time is of. */
  moment(instant: Date): string;
}

/**
 * One kind of mail: what it is told, and what it shows of that. Its words are in `texts/`, one file a language.
 */
export interface MailKindModule<
  K extends string = string,
  S extends z.ZodType = z.ZodType,
  V extends string = string,
> {
  /** Kept in the database: never changed. */
  readonly kind: K;
  readonly data: S;
  /** True for a mail that a customer may do without, and that the law lets them refuse: it carries a link for that. */
  readonly isOptional: boolean;
  /** True for a mail without which something must not be done: it cannot be switched off. */
  readonly isRequired?: boolean;
  /** The variables of its texts, which always have a value. */
  values(data: z.output<S>, formats: MailFormats): Readonly<Record<V, string>>;
  facts(data: z.output<S>, formats: MailFormats): (MailFact | null)[];
  button(data: z.output<S>): MailButton | null;
  /** A second way, below the button. */
  otherWay?(data: z.output<S>): MailButton | null;
  /** What is said below the body: a note in the merchant's words, as they wrote it for this mail, and fixed sentences. */
  notes?(data: z.output<S>): MailNotes;
  /** What has to be so still when it is sent. Null where mails of the version before do not name it. */
  about?(data: z.output<S>): MailSubject | null;
  /** What a preview is made with. */
  sample(now: Date, currency: string): z.output<S>;
}

/** Defines a kind; the types of its data and its variables follow. */
export function defineMailKind<const K extends string, S extends z.ZodType, const V extends string>(
  module: MailKindModule<K, S, V>,
): MailKindModule<K, S, V> {
  return module;
}

/** An instant in a mail's data, which is kept as JSON. */
export const instant = z.codec(instantText(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Minor units and their currency. */
export const amount = z.object({
  minor: z.number().int(),
  currency: z.string().regex(/^[A-Z]{3,4}$/),
});

export const planName = z.string();

/** Where the customer does what the mail asks for. */
export const link = z.url({ protocol: /^https?$/ }).max(2048);

const DAY_MS = 86_400_000;

/** For samples: some days from now. */
export function inDays(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** For samples: an amount of money as a shopper may know it. */
export function sampleAmount(currency: string): z.output<typeof amount> {
  return { minor: 2_400, currency };
}
