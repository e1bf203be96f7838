import { readJobFailure } from "#app/lib/queue.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { countChargesToConfirm } from "../billing/attempts/list-to-confirm.ts";
import { listSparedCharges } from "../billing/past-due/list-spared-charges.ts";
import {
  readWaitingForMerchant,
  type WaitingForMerchant,
} from "../billing/past-due/read-waiting-for-merchant.ts";
import type { ShopContext } from "../context.ts";
import { customerName } from "../customers/customer-name.ts";
import {
  type LaggingSubscriber,
  listLaggingSubscribers,
} from "../events/list-lagging-subscribers.ts";
import { listWithdrawalsToRefund } from "../portal/withdrawal/list-to-refund.ts";
import { listSetAside, type SetAsideThing } from "../set-aside/list-set-aside.ts";
import { importShopJob } from "../shops/shop-jobs.ts";
import {
  type CreditInOtherCurrency,
  listCreditInOtherCurrency,
} from "../store-credit/reports/list-in-other-currency.ts";
import {
  type CreditOnGiftCards,
  listCreditOnGiftCards,
} from "../store-credit/reports/list-on-gift-cards.ts";
import { listWrittenOff, type WrittenOff } from "../store-credit/reports/list-written-off.ts";
import type { DueTaskKind } from "./due-tasks.ts";

/** Something that a merchant should look at, worst first. */
export type AttentionItem =
  /** The platform has not answered an activation, or its answer was lost. */
  | { kind: "offer_pending"; appliedOfferId: bigint; subscription: SubscriptionName; since: Date }
  | {
      kind: "offer_refused";
      appliedOfferId: bigint;
      subscription: SubscriptionName;
      failureReason: string;
      at: Date;
    }
  /** An order used credit that was no longer there when it arrived: the store bears the difference. */
  | { kind: "credit_written_off"; writtenOff: WrittenOff }
  /** Store credit has paid for gift cards, because a shopper typed its code in at the checkout. */
  | ({ kind: "credit_on_gift_cards" } & CreditOnGiftCards)
  /** An order has used store credit of another currency, and none was taken for it. */
  | ({ kind: "credit_in_another_currency" } & CreditInOtherCurrency)
  /** Work that was due by the store's clock and keeps failing. */
  | { kind: "task_failing"; task: DueTaskKind; error: string; since: Date }
  /** Failed charges that are not retried until the merchant decides. */
  | ({ kind: "charges_wait_for_merchant" } & WaitingForMerchant)
  /** A customer has withdrawn from a contract, and what they paid is not refunded. */
  | {
      kind: "withdrawal_to_refund";
      subscriptionId: bigint;
      subscription: SubscriptionName;
      at: Date;
      amountMinor: number;
      currency: string;
    }
  /** A pause has left a charge unpaid, and nobody makes it later. */
  | {
      kind: "charge_spared";
      subscriptionId: bigint;
      subscription: SubscriptionName;
      dueAt: Date;
      at: Date;
    }
  /** The platform has another currency than all amounts here. */
  | { kind: "currency_changed"; currency: string; platformCurrency: string; since: Date }
  /** Charges that their customers have not confirmed for long. */
  | { kind: "charges_to_confirm"; charges: number; since: Date }
  /** Plans, customers and contracts that the store had before the app have not come over. */
  | { kind: "import_failing"; error: string; since: Date }
  /** What could not be brought in, while everything else goes on; the last one says how many more there are. */
  | { kind: "set_aside"; thing: SetAsideThing; more: number }
  /** What happened in the store does not reach a part of the product that should follow. */
  | ({ kind: "events_unread" } & LaggingSubscriber);

interface SubscriptionName {
  customerName: string | null;
  planName: string;
}

/** An activation is usually answered within seconds. */
const PENDING_FOR_MS = 2 * 60_000;
/** A customer gets the link for a confirmation at once. */
const TO_CONFIRM_FOR_MS = 24 * 3_600_000;
const SHOWN_DAYS = 14;
const MOST_OF_A_KIND = 5;

/**
 * The store's worklist: work that fails, charges that wait for somebody, stuck and refused offers, credit that was written off.
 */
export async function listAttention(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
): Promise<AttentionItem[]> {
  const { appliedOffer, dueTask } = context.db.prisma;
  const shopId = context.shop.id;
  const now = context.clock.now();
  const include = {
    subscription: {
      select: { planName: true, customer: { select: { firstName: true, lastName: true } } },
    },
  } as const;
  const since = addDays(now, -SHOWN_DAYS, context.shop.ianaTimezone);
  const longAgo = new Date(now.getTime() - TO_CONFIRM_FOR_MS);
  const [
    waiting,
    toConfirm,
    importing,
    tasks,
    pending,
    refused,
    writtenOff,
    onGiftCards,
    inOtherCurrency,
    lagging,
    toRefund,
    spared,
    setAside,
    store,
  ] = await Promise.all([
    readWaitingForMerchant(context),
    countChargesToConfirm(context, longAgo),
    readJobFailure(context.db.prisma, importShopJob, { shopId }),
    dueTask.findMany({
      where: { shopId, doneAt: null, lastError: { not: null } },
      orderBy: { dueAt: "asc" },
      take: MOST_OF_A_KIND,
    }),
    appliedOffer.findMany({
      where: {
        shopId,
        state: "pending",
        requestedAt: { lt: new Date(now.getTime() - PENDING_FOR_MS) },
      },
      orderBy: { id: "asc" },
      take: MOST_OF_A_KIND,
      include,
    }),
    appliedOffer.findMany({
      where: {
        shopId,
        state: "refused",
        requestedAt: { gte: since },
      },
      orderBy: { id: "desc" },
      take: MOST_OF_A_KIND,
      include,
    }),
    listWrittenOff(context, MOST_OF_A_KIND),
    listCreditOnGiftCards(context, MOST_OF_A_KIND),
    listCreditInOtherCurrency(context, MOST_OF_A_KIND),
    listLaggingSubscribers(context),
    listWithdrawalsToRefund(context, MOST_OF_A_KIND),
    listSparedCharges(context, MOST_OF_A_KIND),
    listSetAside(context, MOST_OF_A_KIND),
    context.db.prisma.shop.findUniqueOrThrow({
      where: { id: shopId },
      select: { currency: true, platformCurrency: true, platformCurrencySince: true },
    }),
  ]);
  const { currency, platformCurrency, platformCurrencySince } = store;
  return [
    ...(platformCurrency && platformCurrencySince
      ? [
          {
            ...{ kind: "currency_changed" as const, currency, platformCurrency },
            since: platformCurrencySince,
          },
        ]
      : []),
    ...(importing ? [{ kind: "import_failing" as const, ...importing }] : []),
    ...tasks.map((task) => ({
      kind: "task_failing" as const,
      task: task.kind as DueTaskKind,
      error: task.lastError ?? "",
      since: task.dueAt,
    })),
    ...setAside.things.map((thing, index) => ({
      ...{ kind: "set_aside" as const, thing },
      more: index === setAside.things.length - 1 ? setAside.more : 0,
    })),
    ...waiting.map((one) => ({ kind: "charges_wait_for_merchant" as const, ...one })),
    ...toRefund.map(({ subscriptionId, withdrawnAt, amountMinor, currency, ...subscription }) => ({
      kind: "withdrawal_to_refund" as const,
      ...{ subscriptionId, amountMinor, currency },
      at: withdrawnAt,
      subscription: nameOf(subscription),
    })),
    ...spared.map(({ subscriptionId, dueAt, at, ...subscription }) => ({
      ...{ kind: "charge_spared" as const, subscriptionId, dueAt, at },
      subscription: nameOf(subscription),
    })),
    ...(toConfirm.since
      ? [
          {
            kind: "charges_to_confirm" as const,
            charges: toConfirm.charges,
            since: toConfirm.since,
          },
        ]
      : []),
    ...lagging.map((one) => ({ kind: "events_unread" as const, ...one })),
    ...pending.map((row) => ({
      kind: "offer_pending" as const,
      appliedOfferId: row.id,
      subscription: nameOf(row.subscription),
      since: row.requestedAt,
    })),
    ...refused.map((row) => ({
      kind: "offer_refused" as const,
      appliedOfferId: row.id,
      subscription: nameOf(row.subscription),
      failureReason: row.failureReason ?? "the platform gave no reason",
      at: row.requestedAt,
    })),
    ...writtenOff.latest
      .filter(({ at }) => at >= since)
      .map((one) => ({ kind: "credit_written_off" as const, writtenOff: one })),
    ...onGiftCards
      .filter(({ at }) => at >= since)
      .map((one) => ({ kind: "credit_on_gift_cards" as const, ...one })),
    ...inOtherCurrency
      .filter(({ at }) => at >= since)
      .map((one) => ({ kind: "credit_in_another_currency" as const, ...one })),
  ];
}

function nameOf(subscription: {
  planName: string;
  customer: { firstName: string | null; lastName: string | null } | null;
}): SubscriptionName {
  const { planName, customer } = subscription;
  return { planName, customerName: customer && customerName(customer) };
}
