import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { readCreditAccount } from "../ledger/read-account.ts";
import { forfeitTimeOf } from "../store-credit/policies/forfeit-time.ts";
import { readCreditAtStake } from "../store-credit/policies/read-credit-at-stake.ts";
import { paidUntil } from "../subscriptions/charges/paid-until.ts";
import { type EndingCredit, readEndingCredit } from "./read-ending-credit.ts";

/** What was charged last, and what a shopper still has: shown before they confirm, and on the receipt. */
export interface CancellationSummary {
  lastCharge: { amountMinor: number; currency: string; date: Date } | null;
  /** What stays when the contract ends. */
  storeCreditMinor: number;
  /** What is forfeited when the contract ends, or was. */
  forfeitedCreditMinor: number;
  /** What goes for other reasons by then: it expires, or its offer takes it back. */
  endingCredit: EndingCredit[];
  /** Of the store credit. */
  currency: string;
}

export async function readCancellationSummary(
  context: ShopContext,
  subscription: Subscription,
): Promise<CancellationSummary> {
  const { lastChargeMinor, lastChargedAt, currency } = subscription;
  return {
    lastCharge:
      lastChargeMinor !== null && lastChargedAt
        ? {
            amountMinor: Number(lastChargeMinor),
            currency,
            date: lastChargedAt,
          }
        : null,
    ...(await readCredit(context, subscription)),
    currency: context.shop.currency,
  };
}

type Credit = Pick<
  CancellationSummary,
  "storeCreditMinor" | "forfeitedCreditMinor" | "endingCredit"
>;

async function readCredit(context: ShopContext, subscription: Subscription): Promise<Credit> {
  const { id, customerId, endsAt } = subscription;
  if (!customerId) return { storeCreditMinor: 0, forfeitedCreditMinor: 0, endingCredit: [] };
  const zone = context.shop.ianaTimezone;
  const { availableMinor } = await readCreditAccount(context, customerId);
  const now = context.clock.now();
  const end = subscription.status === "cancelled" ? endsAt : paidUntil(subscription, now, zone);
  const { pendingMinor, forfeitedMinor } = await readCreditAtStake(
    context,
    subscription,
    end ?? now,
  );
  const goesAt = forfeitTimeOf(end, now, zone);
  const endingCredit = await readEndingCredit(context, { id, customerId }, goesAt);
  const endingMinor = endingCredit.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    storeCreditMinor: availableMinor - pendingMinor - endingMinor,
    forfeitedCreditMinor: pendingMinor + forfeitedMinor,
    endingCredit,
  };
}
