import { z } from "zod";
import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";
import type { ShopContext } from "../../../context.ts";
import { CREDIT_TYPES } from "../../../ledger/movement.ts";
import { postCreditWithin } from "../../../ledger/post-movement.ts";
import { expiryAfterDays } from "../../../store-credit/grants/credit-expiry.ts";
import { toMicrosecondIso } from "./microsecond-iso.ts";
import type { Application, OfferTypeModule, RecordEffect } from "./offer-type-module.ts";

/** Store credit for later orders. */
const rules = z.object({
  type: z.literal("add_store_credits"),
  /** Decimal text in the store's currency, more than 0, at most two decimals, for example "10.00". */
  credit_amount: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, "Must be an amount with at most two decimals.")
    .refine((text) => Number(text) > 0, "Must be more than 0."),
  /** For how many days the credit can be used, to the end of the last one. Null: it never ends. */
  expires_in_days: z.number().int().min(1).max(3650).nullable(),
});

type Rules = z.infer<typeof rules>;

/** What was granted, and the balance it led to. */
const reward = z.object({
  credit_amount: z.string(),
  currency: z.string(),
  store_credit_balance: z.string(),
  expires_at: z.string().nullable(),
});

type Reward = z.infer<typeof reward>;

interface Terms {
  credit: { amountMinor: number; currency: string; expiresOn: Date | null };
}

export const addStoreCredits: OfferTypeModule<Rules, Reward, Terms> = {
  rules,
  reward,
  costsIn: "shop_currency",
  amountIn: ({ credit_amount }) => ({ field: "credit_amount", text: credit_amount }),
  fit: () => "good",
  price: (_given, { priceMinor }) => priceMinor,
  terms: (given, { shop, now }) => ({
    credit: {
      amountMinor: amountMinorOf(given, shop.currency),
      currency: shop.currency,
      expiresOn: expiryAfterDays(now, given.expires_in_days, shop.ianaTimezone),
    },
  }),
  acceptedTerms: (given, situation, { reward: kept, now }) => {
    const { credit } = addStoreCredits.terms(given, situation);
    const expiresOn = addStoreCredits.overAt(kept);
    return expiresOn && expiresOn <= now ? null : { credit: { ...credit, expiresOn } };
  },
  overAt: ({ expires_at }) => (expires_at === null ? null : new Date(expires_at)),
  apply: async (context, application) => grantCredit(context, application),
  // All of it happens in one transaction of ours.
  mayHaveTakenEffect: () => false,
  settle: async (context, application) => grantCredit(context, application),
  withdraw: async (context, { claim, subscription }) => {
    return (tx) => takeBackCredit(context, tx, claim, subscription);
  },
  /** The whole grant less what was taken back: spent or not, the store owes it. */
  cost: ({ grant, takenBackMinor }) => ({
    costMinor: grant && grant.amountMinor - takenBackMinor,
    isEstimate: false,
    cyclesLeft: null,
  }),
};

/** Throws RangeError when the amount does not fit the currency. */
function amountMinorOf({ credit_amount }: Rules, currency: string): number {
  const minor = parseDecimalToMinor(credit_amount, currency);
  if (minor === null) throw new RangeError(`${credit_amount} does not fit ${currency}.`);
  return minor;
}

function grantCredit(
  context: ShopContext,
  { claim, subscription, rules: given, name }: Application<Rules>,
): RecordEffect<Reward> {
  const { customerId } = subscription;
  if (customerId === null) {
    throw new AppError(
      "platform_refused",
      "The contract has no customer who could own the credit.",
    );
  }
  const { currency, ianaTimezone } = context.shop;
  const amountMinor = amountMinorOf(given, currency);
  const expiresAt = expiryAfterDays(context.clock.now(), given.expires_in_days, ianaTimezone);
  return async (tx) => {
    const posting = await postCreditWithin(tx, context, {
      customerId,
      unit: "money",
      amountMinor,
      typeCode: CREDIT_TYPES.retentionOffer,
      message: name,
      parts: [{ amountMinor, expiresAt }],
      sourceKey: `offer:${claim.id}`,
    });
    if (posting.outcome !== "posted" || !posting.grantId) {
      throw new Error(`an offered credit was not posted: ${posting.outcome}`);
    }
    return {
      reward: {
        credit_amount: formatMinor(amountMinor, currency),
        currency,
        store_credit_balance: formatMinor(posting.account.availableMinor, currency),
        expires_at: expiresAt ? toMicrosecondIso(expiresAt) : null,
      },
      creditGrantId: posting.grantId,
    };
  };
}

/** Takes back what is left of the credit that an offer gave; what was spent stays spent. */
async function takeBackCredit(
  context: ShopContext,
  tx: Queries,
  { creditGrantId }: AppliedOffer,
  { customerId }: Subscription,
): Promise<number> {
  if (creditGrantId === null || customerId === null) return 0;
  const grant = await tx.creditGrant.findUniqueOrThrow({
    where: { shopId_id: { shopId: context.shop.id, id: creditGrantId } },
  });
  const posting = await postCreditWithin(tx, context, {
    customerId,
    unit: "money",
    amountMinor: -Number(grant.amountMinor),
    grantId: creditGrantId,
    typeCode: CREDIT_TYPES.retentionOffer,
    message: "The unused part of the offered credit ends with the offer.",
  });
  return posting.outcome === "posted" ? -posting.amountMinor : 0;
}
