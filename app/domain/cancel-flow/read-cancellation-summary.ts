import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { readCreditAccount } from "../ledger/read-account.ts";
import { readCreditAtStake } from "../store-credit/policies/read-credit-at-stake.ts";
import { paidUntil } from "../subscriptions/paid-until.ts";

/** What was charged last, and what a shopper still has: shown before they confirm, and on the receipt. */
export interface CancellationSummary {
  lastCharge: { amountMinor: number; currency: string; date: Date } | null;
  /** What stays when the contract ends. */
  storeCreditMinor: number;
  /** What is forfeited when the contract ends, or was. */
  forfeitedCreditMinor: number;
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

async function readCredit(
  context: ShopContext,
  subscription: Subscription,
): Promise<Pick<CancellationSummary, "storeCreditMinor" | "forfeitedCreditMinor">> {
  const { customerId, endsAt } = subscription;
  if (!customerId) return { storeCreditMinor: 0, forfeitedCreditMinor: 0 };
  const { availableMinor } = await readCreditAccount(context, customerId);
  const now = context.clock.now();
  const end =
    subscription.status === "cancelled"
      ? endsAt
      : paidUntil(subscription, now, context.shop.ianaTimezone);
  const { pendingMinor, forfeitedMinor } = await readCreditAtStake(
    context,
    subscription,
    end ?? now,
  );
  return {
    storeCreditMinor: availableMinor - pendingMinor,
    forfeitedCreditMinor: pendingMinor + forfeitedMinor,
  };
}
