import type { ListedAttempt } from "#app/domain/billing/attempts/list-attempts.ts";
import type { Billing } from "#app/domain/billing/charging/read-billing.ts";
import { dueDate } from "#app/domain/billing/cycles/due-date.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { OrderOfSubscription } from "#app/domain/orders/list-orders-of-subscription.ts";
import { anchorsOf } from "#app/domain/subscriptions/charges/fixed-day.ts";
import { intervalOf } from "#app/domain/subscriptions/charges/kept-day.ts";
import { nextChargeDate } from "#app/domain/subscriptions/charges/next-charge-date.ts";
import { deliveryIntervalOf } from "#app/domain/subscriptions/delivery-columns.ts";
import type { SubscriptionWithOwner } from "#app/domain/subscriptions/find-subscription.ts";
import { hasBegun } from "#app/domain/subscriptions/import-state.ts";
import { readLines } from "#app/domain/subscriptions/subscription-lines.ts";
import type { SubscriptionStatus } from "#app/domain/subscriptions/subscription-status.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { writeRhythm } from "#app/ui/rhythm-words.ts";
import { customerTitle } from "../customer-title.ts";
import type { FailedCharge } from "../failed/charge-question.tsx";
import { describeOpenCharge } from "../next-charge-words.ts";

/** A subscription in the words of its page. */
export interface SubscriptionView {
  customer: string;
  plan: string;
  status: SubscriptionStatus;
  /** Imported, and waiting for the old app to stop: it can be canceled, and nothing else. */
  isWaiting: boolean;
  isPastDue: boolean;
  amount: string;
  facts: [string, string | null][];
  /** "2 × Gold Club". */
  lines: string[];
  /** What happened to a charge that is past due, and what comes next. */
  reason: string | null;
  /** The day of the charge that a pause has left unpaid. */
  unpaid: string | null;
  /** The cycle that is past due. */
  cycleIndex: number | null;
  /** The failed charge that can be repeated. */
  failed: FailedCharge | null;
  /** The store's day. */
  today: string;
  /** Whether it is always charged on the same days, also after a charge on another one. */
  hasFixedDays: boolean;
  /** The next charge, where it can be skipped or moved: its date for people, for a field, and exactly. */
  next: { day: string; date: string; instant: string } | null;
}

export function showSubscriptionPage(
  row: SubscriptionWithOwner,
  billing: Billing | null,
  attempts: readonly ListedAttempt[],
  unpaidAt: Date | null,
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  formats: Formats,
): SubscriptionView {
  const zone = shop.ianaTimezone;
  const day = (instant: Date | null) => instant && formats.day(formatDate(instant, zone));
  const open = billing?.open ?? null;
  const isPastDue = open?.state === "past_due";
  const isRunning = billing?.running != null || row.chargeRunning;
  const dueAt = billing && !open ? dueDate(row, billing.last) : null;
  const amount = formats.money(Number(row.nextChargeMinor ?? row.priceMinor), row.currency);
  const written = (instant: Date) => day(instant) ?? "";
  const isOpen = open !== null && row.status === "active";
  const chargedAt = row.status === "paused" ? nextChargeDate(row) : dueAt;
  const nextCharge = isOpen
    ? describeOpenCharge({ ...open, isPastDue }, clock.now(), written)
    : chargedAt &&
      (chargedAt > clock.now() ? `${amount} on ${day(chargedAt)}` : `${amount}, due now`);
  const failed = attempts.find(({ status }) => status === "failed");
  return {
    customer: customerTitle(row.customer),
    plan: row.planName,
    status: row.status as SubscriptionStatus,
    isWaiting: !hasBegun(row),
    isPastDue,
    amount,
    facts: [
      ["Customer", row.customer?.email ?? null],
      ["Contract", String(row.platformContractId)],
      ["Renews", renewalOf(row, formats)],
      ["Price", formats.money(Number(row.priceMinor), row.currency)],
      ["Next charge", nextCharge],
      ["Trial until", row.trialState === "running" ? day(row.trialEndsAt) : null],
      ["Paused until", row.status === "paused" ? day(row.pausedUntil) : null],
      ["Created", day(row.platformCreatedAt)],
      ["Began at the old app", day(row.originalStartAt)],
      ["Canceled", day(row.cancelledAt)],
      ["Withdrawn", day(row.withdrawnAt)],
      ["Ends", day(row.endsAt)],
    ],
    lines: readLines(row).map(
      ({ title, variantTitle, quantity }) =>
        `${quantity} × ${title}${variantTitle ? `, ${variantTitle}` : ""}`,
    ),
    reason: isPastDue ? open.reason : null,
    unpaid: day(unpaidAt),
    cycleIndex: isPastDue ? open.cycleIndex : null,
    failed:
      isPastDue && !isRunning && failed
        ? {
            attemptId: String(failed.id),
            customer: customerTitle(row.customer),
            amount,
            failure: failed.errorMessage ?? "",
            isFraud: failed.errorCode === "FRAUD_SUSPECTED",
          }
        : null,
    today: written(clock.now()),
    hasFixedDays: anchorsOf(row).length > 0,
    next:
      dueAt && !isRunning
        ? {
            day: day(dueAt) ?? "",
            date: formatDate(dueAt, zone),
            instant: dueAt.toISOString(),
          }
        : null,
  };
}

function renewalOf(row: SubscriptionWithOwner, formats: Formats): string {
  return capitalized(writeRhythm(intervalOf(row), deliveryIntervalOf(row), formats));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What is said of the charges that are listed, or of there being none. */
export function describeCharges(
  { attempts, orders }: { attempts: number; orders: number },
  elsewhereUntil: Date | null,
  { ianaTimezone }: Pick<ShopContext["shop"], "ianaTimezone">,
  formats: Formats,
): string | null {
  if (!elsewhereUntil) return attempts === 0 ? "Nothing has been charged here yet." : null;
  const day = formats.day(formatDate(elsewhereUntil, ianaTimezone));
  const known = orders > 0 ? " The orders that are known of them are listed below." : "";
  const before = `Charges before ${day} were made by the platform or another app.${known}`;
  return attempts === 0 ? `No charge has been made here yet. ${before}` : before;
}

/** An order as the page lists it. Its address is one of the store's admin, around this app. */
export function showOrder(
  one: OrderOfSubscription,
  { ianaTimezone }: Pick<ShopContext["shop"], "ianaTimezone">,
  formats: Formats,
) {
  const kind = one.isFirst ? "First order" : "Renewal";
  return {
    id: String(one.platformOrderId),
    url: `shopify://admin/orders/${one.platformOrderId}`,
    name: one.name,
    at: formats.instant(one.processedAt, ianaTimezone),
    amount: formats.money(Number(one.totalMinor), one.currency),
    kind: one.isCancelled ? `${kind}, canceled` : kind,
  };
}

const RESULTS = { success: "Paid", failed: "Failed", pending: "Under way" } as const;

/** A charge as the page lists it. */
export function showAttempt(
  one: ListedAttempt,
  { ianaTimezone }: Pick<ShopContext["shop"], "ianaTimezone">,
  formats: Formats,
) {
  return {
    id: String(one.id),
    at: formats.instant(one.createdAt, ianaTimezone),
    amount: formats.money(Number(one.amountMinor), one.currency),
    result: one.errorMessage ? `Failed. ${one.errorMessage}` : RESULTS[one.status],
  };
}
