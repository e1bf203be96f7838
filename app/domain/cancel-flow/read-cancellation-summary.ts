import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { readCreditAccount } from "../ledger/read-account.ts";

/** What was charged last, and what a shopper still has: shown before they confirm, and on the receipt. */
export interface CancellationSummary {
  lastCharge: { amountMinor: number; currency: string; date: Date } | null;
  storeCreditMinor: number;
  /** Of the store credit. */
  currency: string;
}

export async function readCancellationSummary(
  context: ShopContext,
  subscription: Subscription,
): Promise<CancellationSummary> {
  const { lastChargeMinor, lastChargedAt, customerId, currency } = subscription;
  return {
    lastCharge:
      lastChargeMinor !== null && lastChargedAt
        ? {
            amountMinor: Number(lastChargeMinor),
            currency,
            date: lastChargedAt,
          }
        : null,
    storeCreditMinor: customerId
      ? (await readCreditAccount(context, customerId)).availableMinor
      : 0,
    currency: context.shop.currency,
  };
}
