import type { DueTaskKind } from "#app/domain/attention/due-tasks.ts";
import type { AttentionItem } from "#app/domain/attention/list-attention.ts";
import type {
  RetentionFigures,
  RetentionReport,
} from "#app/domain/churn/reports/read-retention-figures.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { LaggingSubscriber } from "#app/domain/events/list-lagging-subscribers.ts";
import type { PastSubject } from "#app/domain/past-imports/past-import.ts";
import type { PastImportProgress } from "#app/domain/past-imports/read-past-imports.ts";
import type { SetAsideThing } from "#app/domain/set-aside/list-set-aside.ts";
import type { ThingKind } from "#app/domain/set-aside/thing.ts";
import {
  DEFAULT_REASON_TITLES,
  isReasonAlias,
} from "#app/domain/subscriptions/cancellation-reasons.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeSubscription } from "../show-activity.ts";
import type { ImportView } from "./import-banner.tsx";

/** The overview's figures in the words of its cards. */

export interface FigureView {
  name: string;
  value: string;
  /** How it was in the period before; null where that says nothing. */
  trend: string | null;
}

export interface FiguresView {
  days: number;
  figures: FigureView[];
  byReason: { id: string; title: string; saved: number; cancelled: number }[];
}

/** `blank`: no shopper has begun to cancel yet, so there is nothing to count. */
export function showFigures(report: RetentionReport | null): FiguresView | "blank" {
  if (!report) return "blank";
  const { period, previous, days } = report;
  const counted = (name: string, field: keyof RetentionFigures): FigureView => ({
    name,
    value: String(period[field] ?? 0),
    trend: `${previous[field] ?? 0} in the ${days} days before`,
  });
  return {
    days,
    figures: [
      counted("Began to cancel", "flows"),
      counted("Saved", "saved"),
      counted("Lost", "cancelled"),
      {
        name: "Save rate",
        value: period.saveRate === null ? "–" : `${period.saveRate}%`,
        trend:
          previous.saveRate === null ? null : `${previous.saveRate}% in the ${days} days before`,
      },
    ],
    byReason: report.byReason.map(({ alias, saved, cancelled }) => ({
      id: alias ?? "none",
      title: isReasonAlias(alias) ? DEFAULT_REASON_TITLES[alias] : "No reason given",
      saved,
      cancelled,
    })),
  };
}

export interface AttentionView {
  id: string;
  tone: "critical" | "warning";
  /** What is to be done; without it, that something fails or is to be looked at. */
  label?: string | undefined;
  text: string;
  at: string;
  url: string | null;
}

/** Each item of the worklist as one sentence that says what to do. */
export function showAttention(
  context: ShopContext,
  formats: Formats,
  items: AttentionItem[],
): AttentionView[] {
  return items.map((item) => showItem(item, formats, context.shop.ianaTimezone));
}

const SUBJECTS: Readonly<Record<PastSubject, { title: string; one: string }>> = {
  orders: { title: "Orders are being imported", one: "order" },
  charges: { title: "Past charges are being imported", one: "charge" },
};

/** How far each import of the store's past is that is not done. */
export function showImports(formats: Formats, open: readonly PastImportProgress[]): ImportView[] {
  return open.map(({ subject, found, stored }) => {
    const { title, one } = SUBJECTS[subject];
    if (found === null) {
      const text = "The platform is collecting them. Figures of the past grow.";
      return { title, text, percent: 0 };
    }
    return {
      title,
      text: `${formats.count(found, one)} found, ${formats.count(stored, one)} imported so far. Figures of the past grow until all are.`,
      percent: found === 0 ? 100 : Math.floor((100 * stored) / found),
    };
  });
}

const TASK_WORDS: Readonly<Record<DueTaskKind, string>> = {
  "bill-subscription": "Charging a subscription",
  "poll-billing-attempt": "Asking how a charge has ended",
  "look-for-payment": "Asking whether an unpaid charge was paid elsewhere",
  "end-grace": "Ending the effect of an offer",
  "resume-subscription": "Resuming a paused subscription",
  "end-rights": "Ending what a membership gives",
  "republish-customer": "Updating what a customer sees in the store",
  "expire-credit": "Expiring credit",
  "forfeit-credit": "Forfeiting a plan's credit",
  "grant-to-plan": "Granting credit to a plan",
  "apply-credit-file": "Applying a file of adjustments",
  "release-hold": "Giving back credit that a checkout had reserved",
  "reconcile-shop": "Comparing the store with the platform",
  "check-contract-import": "Checking a file of subscriptions",
  "create-contract-import": "Importing subscriptions from another app",
  "activate-contract-import": "Activating imported subscriptions",
  "undo-contract-import": "Taking an import of subscriptions back",
  "run-bulk-action": "Changing many subscriptions",
  "run-price-change": "Changing the price of a plan",
  "change-plan-price": "Changing a plan's price for new subscribers",
  "remove-export-file": "Removing an export file",
  "apply-loyalty-file": "Giving the points and tiers of a file",
  "read-loyalty-collections": "Looking up the collections of loyalty rules",
  "recount-loyalty": "Counting customers by a changed loyalty program",
  "review-loyalty-tier": "Reviewing a customer's loyalty tier",
  "count-referral": "Counting a friend who was referred",
  "loyalty-day": "Rewarding birthdays and anniversaries",
  "settle-loyalty-points": "Letting earned points be spent",
  "finish-withdrawal": "Canceling what a customer has withdrawn from",
  "cancel-second-contract": "Canceling a contract that came a second time or too late",
  "send-reminders": "Sending emails before a date",
};

const SUBSCRIBER_WORDS: Readonly<Record<string, string>> = {
  "credit-metafields": "Updating store credit on the storefront",
  exports: "Updating exports",
  loyalty: "Counting points and rewards",
  "loyalty-metafields": "Updating points and rewards on the storefront",
  mails: "Telling customers by email",
  "membership-credit": "Giving members their credit",
};

/** What the law gives the store to refund a withdrawal. */
const REFUND_DAYS = 14;

function showItem(item: AttentionItem, formats: Formats, zone: string): AttentionView {
  switch (item.kind) {
    case "task_failing":
      return {
        id: `task-${item.task}-${item.since.getTime()}`,
        tone: "critical",
        text: `${TASK_WORDS[item.task]} fails and is being tried again: ${item.error}.`,
        at: formats.instant(item.since, zone),
        url: null,
      };
    case "currency_changed":
      return {
        id: "currency-changed",
        tone: "critical",
        text: `The store's currency on the platform is now ${item.platformCurrency}. Balances, rules and plans here are still in ${item.currency}, and nothing is converted: orders in ${item.platformCurrency} count for no revenue and no reward that depends on an amount. Set the currency back, or write to your customers before you start again in ${item.platformCurrency}.`,
        at: formats.instant(item.since, zone),
        url: null,
      };
    case "set_aside": {
      const { thing, more } = item;
      const others = more > 0 ? ` So it is with ${more} more.` : "";
      return {
        id: `set-aside-${thing.kind}-${thing.key}`,
        tone: "critical",
        text: `${showSetAside(thing)}: ${thing.error}. Everything else goes on, and it is tried again every day and whenever it changes.${others}`,
        at: formats.instant(thing.since, zone),
        url: thing.kind === "member" ? `/app/customers/${thing.key}` : null,
      };
    }
    case "charges_wait_for_merchant": {
      const { code, charges, reason, since } = item;
      const [waits, are] = charges === 1 ? ["waits", "is"] : ["wait", "are"];
      return {
        id: `waiting-${code}-${reason}`,
        tone: "warning",
        text: `${formats.count(charges, "failed payment")} ${waits} for you and ${are} not retried. ${reason}`,
        at: formats.instant(since, zone),
        url: "/app/subscriptions/failed?step=stop",
      };
    }
    case "withdrawal_to_refund": {
      const amount = formats.money(item.amountMinor, item.currency);
      return {
        id: `withdrawal-${item.subscriptionId}-${item.currency}`,
        tone: "critical",
        label: "To refund",
        text: `${describeSubscription(item.subscription)}: the customer withdrew from the contract. Refund ${amount} within ${REFUND_DAYS} days.`,
        at: formats.instant(item.at, zone),
        url: `/app/subscriptions/${item.subscriptionId}`,
      };
    }
    case "charge_spared":
      return {
        id: `spared-${item.subscriptionId}`,
        tone: "warning",
        text: `${describeSubscription(item.subscription)}: the charge of ${formats.day(formatDate(item.dueAt, zone))} was unpaid when the subscription was paused, and is not made later. Once it is active, you can make the next charge early instead.`,
        at: formats.instant(item.at, zone),
        url: `/app/subscriptions/${item.subscriptionId}`,
      };
    case "charges_to_confirm": {
      const { charges, since } = item;
      const waits = charges === 1 ? "waits" : "wait";
      return {
        id: "to-confirm",
        tone: "warning",
        text: `${formats.count(charges, "charge")} ${waits} for the customer's confirmation at the bank for more than a day.`,
        at: formats.instant(since, zone),
        url: "/app/subscriptions/confirmations",
      };
    }
    case "import_failing":
      return {
        id: "import",
        tone: "critical",
        text: `Customers and subscriptions from before the installation are missing. Importing them fails and is being tried again: ${item.error}`,
        at: formats.instant(item.since, zone),
        url: "/app/settings",
      };
    case "events_unread":
      return {
        id: `events-${item.subscriber}`,
        tone: item.error === null ? "warning" : "critical",
        text: showLag(item),
        at: formats.instant(item.since, zone),
        url: null,
      };
    case "offer_pending":
      return {
        id: `offer-${item.appliedOfferId}`,
        tone: "warning",
        text: `The platform has not confirmed the offer for ${describeSubscription(item.subscription)} yet. We are checking again automatically; look again in a few minutes.`,
        at: formats.instant(item.since, zone),
        url: `/app/churn/applied-offers/${item.appliedOfferId}`,
      };
    case "offer_refused":
      return {
        id: `offer-${item.appliedOfferId}`,
        tone: "warning",
        text: `The offer for ${describeSubscription(item.subscription)} could not be applied: ${item.failureReason}.`,
        at: formats.instant(item.at, zone),
        url: `/app/churn/applied-offers/${item.appliedOfferId}`,
      };
    case "credit_written_off": {
      const { id, orderName, customerId, shortfallMinor, currency, at } = item.writtenOff;
      return {
        id: `credit-${id}`,
        tone: "warning",
        text: `Order ${orderName ?? "of a customer"} used ${formats.money(shortfallMinor, currency)} of credit that was no longer there. The store bears it; nothing is asked of the customer.`,
        at: formats.instant(at, zone),
        url: `/app/store-credit/customers/${customerId}`,
      };
    }
    case "credit_in_another_currency": {
      const { holdId, orderName, customerId, currency, orderCurrency, at } = item;
      return {
        id: `other-currency-${holdId}`,
        tone: "critical",
        text: `Order ${orderName ?? "of a customer"} is in ${orderCurrency} and used store credit in ${currency}. No credit was taken for it: look at what came off the order, and take it from the customer's credit if you want to.`,
        at: formats.instant(at, zone),
        url: `/app/store-credit/customers/${customerId}`,
      };
    }
    case "credit_on_gift_cards": {
      const { holdId, orderName, customerId, giftCardMinor, currency, at } = item;
      return {
        id: `gift-cards-${holdId}`,
        tone: "warning",
        text: `Order ${orderName ?? "of a customer"} used ${formats.money(giftCardMinor, currency)} of store credit to pay for gift cards: the code was typed in at the checkout. If you do not want that, deactivate the gift cards and refund the order.`,
        at: formats.instant(at, zone),
        url: `/app/store-credit/customers/${customerId}`,
      };
    }
  }
}

const THING_WORDS: Readonly<Record<Exclude<ThingKind, "member" | "event">, string>> = {
  order: "Order",
  customer: "Customer",
  contract: "Subscription",
  charge: "Past charge",
  plan_group: "Plan group",
};

function showSetAside({ kind, key, label }: SetAsideThing): string {
  switch (kind) {
    case "member":
      return "A customer's points and rewards could not be counted";
    case "event": {
      const [subscriber = "", eventId = ""] = key.split("/");
      return `${SUBSCRIBER_WORDS[subscriber] ?? subscriber} has failed for change ${eventId}`;
    }
    default: {
      const name = label ?? `with the platform's number ${key}`;
      return `${THING_WORDS[kind]} ${name} could not be brought in`;
    }
  }
}

function showLag({ subscriber, behind, error }: LaggingSubscriber): string {
  const what = SUBSCRIBER_WORDS[subscriber] ?? subscriber;
  const changes = behind === 1 ? "1 change" : `${behind} changes`;
  return error === null
    ? `${what} is ${changes} behind.`
    : `${what} fails, ${changes} behind, and is being tried again: ${error}.`;
}
