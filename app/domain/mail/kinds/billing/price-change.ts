import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  link,
  type MailFact,
  type MailFormats,
  planName,
} from "../mail-kind-module.ts";

// The notices of a change of price or terms. One asks for consent, the others count silence as agreement.

const shared = {
  planName,
  effectiveAt: instant,
  cancelUrl: link,
  /** What changes besides the price, in the merchant's words. Mails of the version before have none. */
  termsNote: z.string().nullable().default(null),
};

const prices = { before: amount, after: amount };

/** The new price comes after a price for the first charges. */
const afterFirst = { hasFirstCharges: z.boolean().default(false) };

type Prices = z.output<z.ZodObject<typeof prices>>;

const factsOf = (
  data: { planName: string; effectiveAt: Date } & Partial<Prices>,
  { money, day }: MailFormats,
): MailFact[] => [
  ["plan", data.planName],
  ...(data.before && data.after
    ? ([
        ["before", money(data.before)],
        ["newPrice", money(data.after)],
      ] as const)
    : []),
  ["validFrom", day(data.effectiveAt)],
];

const sampleOf = (now: Date) => ({
  planName: "Coffee every month",
  effectiveAt: inDays(now, 30),
  cancelUrl: "https://example.com/cancel",
  termsNote: null,
});

const samplePrices = (currency: string) => ({
  before: { minor: 2_400, currency },
  after: { minor: 2_600, currency },
});

/** The notice of a new price, with a link to cancel instead. */
export const priceChangeMail = defineMailKind({
  kind: "price_change",
  data: z.object({ ...shared, ...prices, ...afterFirst }),
  isOptional: false,
  isRequired: true,
  values: (data, { money, day }) => ({
    plan: data.planName,
    price: money(data.after),
    date: day(data.effectiveAt),
  }),
  facts: factsOf,
  notes: ({ termsNote, hasFirstCharges }) => ({ terms: termsNote, hasFirstCharges }),
  button: ({ cancelUrl }) => ({ label: "cancelSubscription", url: cancelUrl }),
  sample: (now, currency) => ({
    ...sampleOf(now),
    ...samplePrices(currency),
    hasFirstCharges: false,
  }),
});

/** The notice of a lower price, to whom nothing else changes: there is nothing to decide. */
export const priceLoweredMail = defineMailKind({
  kind: "price_lowered",
  data: z.object({ planName, effectiveAt: instant, ...prices, ...afterFirst }),
  isOptional: false,
  isRequired: true,
  values: (data, { money, day }) => ({
    plan: data.planName,
    price: money(data.after),
    date: day(data.effectiveAt),
  }),
  facts: factsOf,
  notes: ({ hasFirstCharges }) => ({ terms: null, hasFirstCharges }),
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    effectiveAt: inDays(now, 30),
    before: samplePrices(currency).after,
    after: samplePrices(currency).before,
    hasFirstCharges: false,
  }),
});

/** The same for terms alone. */
export const termsChangeMail = defineMailKind({
  kind: "terms_change",
  data: z.object(shared),
  isOptional: false,
  isRequired: true,
  values: (data, { day }) => ({ plan: data.planName, date: day(data.effectiveAt) }),
  facts: factsOf,
  notes: ({ termsNote }) => ({ terms: termsNote, hasFirstCharges: false }),
  button: ({ cancelUrl }) => ({ label: "cancelSubscription", url: cancelUrl }),
  sample: (now) => ({ ...sampleOf(now), termsNote: "We deliver on weekdays only." }),
});

const consentData = z.object({
  ...shared,
  ...afterFirst,
  /** Null where the price stays. */
  prices: z.object(prices).nullable(),
  /** What comes of it when the customer does not answer. */
  silence: z.enum(["keeps", "cancels"]),
  consentUrl: link,
});

type ConsentData = z.output<typeof consentData>;

const consent = {
  data: consentData,
  isOptional: false,
  isRequired: true,
  values: (data: ConsentData, { day }: MailFormats) => ({
    plan: data.planName,
    date: day(data.effectiveAt),
  }),
  facts: (data: ConsentData, formats: MailFormats): MailFact[] => [
    ...factsOf({ ...data, ...data.prices }, formats),
    ["withoutAnswer", { silence: data.silence }],
  ],
  notes: ({ termsNote, hasFirstCharges }: ConsentData) => ({ terms: termsNote, hasFirstCharges }),
  button: ({ consentUrl }: ConsentData) => ({ label: "answerChange", url: consentUrl }) as const,
  otherWay: ({ cancelUrl }: ConsentData) =>
    ({ label: "cancelSubscription", url: cancelUrl }) as const,
  sample: (now: Date, currency: string): ConsentData => ({
    ...sampleOf(now),
    prices: samplePrices(currency),
    hasFirstCharges: false,
    silence: "keeps",
    consentUrl: "https://example.com/answer",
  }),
};

/** Asks whether the customer agrees. */
export const priceConsentMail = defineMailKind({ kind: "price_consent", ...consent });

/** Asks once more, before the day. */
export const priceReminderMail = defineMailKind({ kind: "price_reminder", ...consent });
