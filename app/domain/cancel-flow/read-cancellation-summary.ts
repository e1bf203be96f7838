import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import type { CreditAccountState } from "../ledger/movement.ts";
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

/** How often the parts are read until nothing was posted between them. */
const MOST_READINGS = 5;

/**
 * The parts are read one after the other, and credit may be forfeited in between, by the task of this cancellation itself:
 * it would be told as kept and as forfeited. What was read counts when the account is the same before and after.
 */
async function readCredit(context: ShopContext, subscription: Subscription): Promise<Credit> {
  const { customerId } = subscription;
  if (!customerId) return { storeCreditMinor: 0, forfeitedCreditMinor: 0, endingCredit: [] };
  let account = await readCreditAccount(context, customerId);
  for (let reading = 1; ; reading += 1) {
    const credit = await readCreditOnce(context, { ...subscription, customerId }, account);
    const after = await readCreditAccount(context, customerId);
    const isSame =
      after.availableMinor === account.availableMinor &&
      after.updatedAt?.getTime() === account.updatedAt?.getTime();
    if (isSame || reading === MOST_READINGS) return credit;
    account = after;
  }
}

async function readCreditOnce(
  context: ShopContext,
  subscription: Subscription & { customerId: bigint },
  { availableMinor }: CreditAccountState,
): Promise<Credit> {
  const { id, customerId, endsAt } = subscription;
  const zone = context.shop.ianaTimezone;
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
