import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { nextDateOf } from "../billing/changes/next-date-of.ts";
import { type Billing, readBilling } from "../billing/charging/read-billing.ts";
import { type OwnContract, readOwnContract } from "../cancel-flow/own-contract.ts";
import { readLeavingDiscounts } from "../churn/activation/leaving-discounts.ts";
import type { ShopContext } from "../context.ts";
import { type OwnQuestion, readOwnQuestion } from "../price-changes/consent/own-question.ts";
import { type PortalAction, readPortalOff } from "../shops/portal-actions.ts";
import { readPaymentMethodsUrl } from "../shops/read-payment-methods-url.ts";
import { lastDayToWithdraw, readWithdrawalRule } from "../shops/withdrawal-rule.ts";
import { findOwnSubscription } from "../subscriptions/find-subscription.ts";
import { allowedChoices, type OwnChoices } from "./allowed-choices.ts";
import { COUNTRY_CODES } from "./edits/country-codes.ts";
import { type EditChoices, planEdits } from "./edits/edit-choices.ts";
import { type EditState, readEditState } from "./edits/edit-state.ts";
import { type FailedCharge, readFailedCharge } from "./failed-charge/read-failed-charge.ts";
import { NOTHING_TO_DO, readPortalPlan } from "./portal-choices.ts";
import { planReactivation, type ReactivationBlock } from "./reactivation/plan-reactivation.ts";
import { readReactivation } from "./reactivation/reactivate.ts";
import { type ChargeWithReceipt, listReceipts } from "./receipts.ts";
import { readRenewalCredit } from "./renewal-credit.ts";
import { priceUpcoming, type UpcomingCharge } from "./upcoming-charges.ts";

/** A subscription as its owner runs it. */
export interface Portal {
  contract: OwnContract & {
    /** Taxes come on top of what it will be charged. */
    plusTax: boolean;
  };
  /** The instant of the next charge, or of the failure of an unpaid one, by which a change names it; null where none can be changed. */
  chargeAt: Date | null;
  /** What is owed, and what to do; null where nothing is. */
  failedCharge: FailedCharge | null;
  choices: OwnChoices & {
    /** Null while it is live, and where it cannot begin again. */
    reactivate: { nextChargeDate: Date; amountMinor: number } | null;
    /** Codes of the countries that an address can be in; none where no address can be changed. */
    countries: readonly string[];
    /** What they are asked about a new price or new terms. */
    question: OwnQuestion | null;
    /** Null where there is no right to it any more. */
    withdraw: { lastDay: Date } | null;
  };
  /** Null once it is canceled. */
  payment: Payment | null;
  /** Names what was shown, for a change of the contract's content. */
  revision: string;
  upcoming: UpcomingCharge[];
  /** Newest first. */
  charges: ChargeWithReceipt[];
  /** Why a canceled one cannot begin again, where its owner may wonder. */
  reactivationBlock: ReactivationBlock | null;
  /** What it goes on as, once it was started again. */
  successor: Successor | null;
  /** When its owner has withdrawn from it. */
  withdrawnAt: Date | null;
}

interface Successor {
  contractId: number;
  nextChargeDate: Date | null;
  nextChargeMinor: number | null;
}

/** What pays the subscription, and where its owner changes that. */
interface Payment {
  cardBrand: string | null;
  cardLastDigits: string | null;
  /** `YYYY-MM`. */
  cardExpires: string | null;
  url: string;
}

/**
 * Asks the platform first, as the cancel flow does: a shopper decides by what is true now.
 *
 * @param own.isFromRecord reads our record alone, for a platform that does not answer: what can be done then is to withdraw.
 * @param own.lang language tag of the page, for a question to its owner.
 * @throws AppError not_found for a contract that is not the shopper's, platform_unavailable.
 * @throws PlatformFailure when the state cannot be read.
 */
export async function readPortal(
  context: ShopContext,
  {
    contractId,
    customerId,
    isFromRecord = false,
    lang,
  }: { contractId: number; customerId: number; isFromRecord?: boolean; lang?: string | undefined },
): Promise<Portal> {
  const known = await findOwnSubscription(context, contractId, customerId);
  const isOver = known.status === "cancelled" || known.withdrawnAt !== null;
  const isRead = !isOver && !isFromRecord;
  const [{ billing, edits, state }, charges] = await Promise.all([
    readContent(context, known, isRead),
    listReceipts(context, known.id, !isFromRecord),
  ]);
  const { subscription } = billing;
  const { choices, dates } = isRead
    ? await readPortalPlan(context, billing)
    : { choices: NOTHING_TO_DO, dates: [] };
  const failed = isRead ? await readFailedCharge(context, billing) : null;
  const { frequencies, lines, address, revision } = edits;
  const renewalCredit = await readRenewalCredit(context, subscription);
  const off = await readPortalOff(context.db.prisma, subscription);
  const begun =
    subscription.status === "cancelled" ? await readReactivation(context, subscription) : null;
  const again = begun
    ? { ...NOT_AGAIN, successor: await readSuccessor(context, begun.successorId) }
    : isFromRecord
      ? NOT_AGAIN
      : await readAgain(context, subscription, off);
  const { clock, db, shop } = context;
  const inGrace = await readLeavingDiscounts(db.prisma, shop.id, [subscription.id]);
  const leaving = inGrace.get(subscription.id) ?? [];
  const rule = await readWithdrawalRule(db.prisma, shop.id);
  const lastDay = lastDayToWithdraw(subscription, rule, clock.now(), shop.ianaTimezone);
  const own = { ...choices, frequencies, lines, address, renewalCredit };
  const allowed = allowedChoices(failed ? { ...own, chargeNow: failed.retry } : own, off);
  const next = choices.skip ?? choices.move ?? choices.chargeNow;
  return {
    contract: { ...(await readOwnContract(context, subscription)), plusTax: shop.taxesOnTop },
    chargeAt: failed ? allowed.chargeNow && failed.at : next && nextDateOf(billing),
    failedCharge: failed && { ...failed, retry: allowed.chargeNow },
    choices: {
      ...allowed,
      countries: allowed.address ? COUNTRY_CODES : [],
      question: isOver ? null : await readOwnQuestion(context, subscription.id, lang),
      reactivate: again.choice,
      // Of one that goes on as another, or may already, the other one counts.
      withdraw: lastDay && !begun ? { lastDay } : null,
    },
    payment: await paymentOf(context, subscription),
    revision: again.revision ?? revision,
    upcoming: state
      ? priceUpcoming(state.terms.contract, subscription, state.chargesMade, { dates, leaving })
      : [],
    charges,
    reactivationBlock: again.block,
    successor: again.successor,
    withdrawnAt: subscription.withdrawnAt,
  };
}

interface Again {
  choice: { nextChargeDate: Date; amountMinor: number } | null;
  revision: string | null;
  block: ReactivationBlock | null;
  successor: Successor | null;
}

const NOT_AGAIN: Again = { choice: null, revision: null, block: null, successor: null };

/** How a canceled contract that was not started again can be. */
async function readAgain(
  context: ShopContext,
  subscription: Subscription,
  off: ReadonlySet<PortalAction>,
): Promise<Again> {
  if (subscription.status !== "cancelled") return NOT_AGAIN;
  // The card's button may be older than the merchant's choice.
  if (off.has("reactivate")) return { ...NOT_AGAIN, block: "ask_store" };
  const found = await planReactivation(context, subscription);
  if (found.outcome === "none") return NOT_AGAIN;
  if (found.outcome === "blocked") return { ...NOT_AGAIN, block: found.block };
  const { nextChargeDate, amountMinor, revision } = found.plan;
  return { ...NOT_AGAIN, choice: { nextChargeDate, amountMinor }, revision };
}

/** Null while the platform has not answered. */
async function readSuccessor(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint | null,
): Promise<Successor | null> {
  if (id === null) return null;
  const row = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id } },
    select: { platformContractId: true, nextBillingAt: true, nextChargeMinor: true },
  });
  return {
    contractId: Number(row.platformContractId),
    nextChargeDate: row.nextBillingAt,
    nextChargeMinor: row.nextChargeMinor === null ? null : Number(row.nextChargeMinor),
  };
}

async function paymentOf(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { status, withdrawnAt, cardBrand, cardLastDigits, cardExpiresAt }: Subscription,
): Promise<Payment | null> {
  if (status === "cancelled" || withdrawnAt) return null;
  const cardExpires = cardExpiresAt && formatDate(cardExpiresAt, shop.ianaTimezone).slice(0, 7);
  const url = await readPaymentMethodsUrl(db.prisma, shop);
  return { cardBrand, cardLastDigits, cardExpires, url };
}

const NOTHING: EditChoices = { frequencies: [], lines: [], address: null, revision: "ended" };

async function readContent(
  context: ShopContext,
  known: Subscription,
  isRead: boolean,
): Promise<{ billing: Billing; edits: EditChoices; state: EditState | null }> {
  if (isRead) {
    const state = await readEditState(context, known);
    return { billing: state.billing, edits: await planEdits(context, state), state };
  }
  const billing = await readBilling(context.db.prisma, { shopId: known.shopId, id: known.id });
  if (!billing) throw new Error("A subscription is never removed while its store is there.");
  return { billing, edits: NOTHING, state: null };
}
