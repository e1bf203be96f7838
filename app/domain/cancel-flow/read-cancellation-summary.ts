import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import { readCreditAccount } from "../ledger/read-account.ts";

/** What was charged last, and what a shopper still has: shown before they confirm, and on the receipt. */
export interface CancellationSummary {
  /** The date is a calendar date in the store's zone. */
  last_charge: { amount_minor: number; currency: string; date: string } | null;
  store_credit_minor: number;
  /** Of the store credit. */
  currency: string;
}

export async function readCancellationSummary(
  context: ShopContext,
  subscription: Subscription,
): Promise<CancellationSummary> {
  const { lastChargeMinor, lastChargedAt, customerId, currency } = subscription;
  return {
    last_charge:
      lastChargeMinor !== null && lastChargedAt
        ? {
            amount_minor: Number(lastChargeMinor),
            currency,
            date: formatDate(lastChargedAt, context.shop.ianaTimezone),
          }
        : null,
    store_credit_minor: customerId
      ? (await readCreditAccount(context, customerId)).availableMinor
      : 0,
    currency: context.shop.currency,
  };
}
