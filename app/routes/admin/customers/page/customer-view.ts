import type { ActivityView } from "#app/domain/activity/list-activity.ts";
import type { ChargeLine } from "#app/domain/billing/attempts/list-charges-of.ts";
import type { SubscriptionState } from "#app/domain/bulk-actions/read-states.ts";
import type { AppliedOfferLine } from "#app/domain/churn/reports/applied-offer-line.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { CustomerHead } from "#app/domain/customers/get-customer.ts";
import type { CustomerNote } from "#app/domain/customers/notes/note.ts";
import type { MovementLine } from "#app/domain/ledger/list-movements-of-customer.ts";
import type { CreditAccountState } from "#app/domain/ledger/movement.ts";
import type { MailLine } from "#app/domain/mail/outbox/list-mails.ts";
import { languageOf } from "#app/domain/mail/texts/languages.ts";
import type { OrderOfCustomer } from "#app/domain/orders/list-orders-of-customer.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { nextChargeDate } from "#app/domain/subscriptions/charges/next-charge-date.ts";
import { hasBegun } from "#app/domain/subscriptions/import-state.ts";
import type { CustomerSubscriptions } from "#app/domain/subscriptions/lists/list-of-customer.ts";
import type { SubscriptionStatus } from "#app/domain/subscriptions/subscription-status.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import type { TimelineEntry } from "#app/ui/timeline.tsx";
import { showAppliedOffer } from "../../applied-offers/applied-offer-view.ts";
import { pointsNumber } from "../../loyalty/loyalty-words.ts";
import { describeActor, describeSubscription } from "../../show-activity.ts";
import { customerTitle } from "../../store-credit/credit-words.ts";
import { platformCustomerUrl, platformOrderUrl } from "../customer-link.tsx";

type Store = Pick<Shop, "ianaTimezone" | "currency">;

/** The head of a customer's page. */
export function showHead(customer: CustomerHead, { ianaTimezone }: Store, formats: Formats) {
  const { platformCustomerId, email, since, tags } = customer;
  return {
    id: String(customer.id),
    title: customerTitle(customer),
    email,
    number: String(platformCustomerId),
    since: since && `Customer since ${formats.day(formatDate(since, ianaTimezone))}`,
    isErased: customer.isErased,
    tags,
    platformUrl: platformCustomerUrl(platformCustomerId),
  };
}

export type CustomerHeadView = ReturnType<typeof showHead>;

/** A contract with what can be done to it from the customer's page. */
export function showContract(
  row: CustomerSubscriptions["subscriptions"][number],
  state: SubscriptionState | null,
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  formats: Formats,
) {
  const zone = shop.ianaTimezone;
  const day = (instant: Date) => formats.day(formatDate(instant, zone));
  const cycle = state?.cycle?.[1] ?? null;
  const isPastDue = cycle === "past_due";
  const isCharging = cycle === "open" || row.chargeRunning;
  const isOpen = isPastDue || isCharging;
  const isWaiting = !hasBegun(row);
  const nextAt = row.status === "cancelled" ? null : nextChargeDate(row);
  const canSkip = row.status === "active" && !isWaiting && !isOpen;
  return {
    id: String(row.id),
    contract: String(row.platformContractId),
    plan: row.planName,
    status: row.status as SubscriptionStatus,
    isPastDue: isPastDue && row.status === "active",
    isWaiting,
    amount: formats.money(Number(row.nextChargeMinor ?? row.priceMinor), row.currency),
    next: describeNext(nextAt, row.status === "active" && isOpen, isPastDue, clock.now(), day),
    /** The charge that can be skipped: its day for people, and exactly. */
    skip:
      canSkip && state?.dueAt
        ? { day: day(state.dueAt), instant: state.dueAt.toISOString() }
        : null,
  };
}

export interface ContractView extends ReturnType<typeof showContract> {
  /** Why a charge is unpaid, and what comes next; null where nothing is owed. */
  owed: string | null;
}

function describeNext(
  nextAt: Date | null,
  isOpen: boolean,
  isPastDue: boolean,
  now: Date,
  day: (instant: Date) => string,
): string {
  if (isOpen) return isPastDue ? "Not paid yet" : "Being charged";
  if (nextAt === null) return "–";
  return nextAt > now ? day(nextAt) : "Due now";
}

const RESULTS = { success: "Paid", failed: "Failed", pending: "Under way" } as const;

/** A charge, with the order in the store's admin that it paid. */
export function showCharge(charge: ChargeLine, { ianaTimezone }: Store, formats: Formats) {
  const { errorMessage, status, platformOrderId } = charge;
  return {
    id: String(charge.id),
    subscriptionId: String(charge.subscriptionId),
    at: formats.instant(charge.createdAt, ianaTimezone),
    amount: formats.money(Number(charge.amountMinor), charge.currency),
    result: errorMessage && status === "failed" ? `Failed. ${errorMessage}` : RESULTS[status],
    orderUrl: platformOrderId === null ? null : platformOrderUrl(platformOrderId),
  };
}

export type ChargeView = ReturnType<typeof showCharge>;

/** An order of the store, whoever charged it, with what was paid back of it. */
export function showOrder(order: OrderOfCustomer, { ianaTimezone }: Store, formats: Formats) {
  const { name, totalMinor, refundedMinor, currency, isCancelled } = order;
  const refunded = refundedMinor > 0 ? `${formats.money(refundedMinor, currency)} refunded` : null;
  return {
    id: String(order.platformOrderId),
    name,
    url: platformOrderUrl(order.platformOrderId),
    at: formats.instant(order.processedAt, ianaTimezone),
    amount: formats.money(totalMinor, currency),
    after:
      [...(isCancelled ? ["Canceled"] : []), ...(refunded ? [refunded] : [])].join(", ") || "–",
  };
}

export type OrderView = ReturnType<typeof showOrder>;

/** What the customer holds. */
export function showBalances(
  held: { credit: CreditAccountState; points: CreditAccountState; tier: string | null },
  { currency, ianaTimezone }: Store,
  formats: Formats,
) {
  const { credit, points, tier } = held;
  const money = (minor: number) => formats.money(minor, currency);
  const day = (instant: Date) => formats.day(formatDate(instant, ianaTimezone));
  return {
    credit: money(credit.availableMinor),
    held: credit.heldMinor > 0 ? `${money(credit.heldMinor)} held by a checkout` : "None held",
    creditExpiry: credit.nextExpiry
      ? `${money(credit.nextExpiry.amountMinor)} expires on ${day(credit.nextExpiry.expiresAt)}`
      : "Nothing expires",
    points: pointsNumber(points.availableMinor, formats),
    pending:
      points.pendingMinor > 0
        ? `${pointsNumber(points.pendingMinor, formats)} pending`
        : "None pending",
    tier: tier ?? "–",
  };
}

export type BalancesView = ReturnType<typeof showBalances>;

/** An offer that one of the customer's contracts was given. */
export function showOffer(line: AppliedOfferLine, shop: Store, formats: Formats) {
  const { id, state, offer, gives, reason, plan, requested } = showAppliedOffer(
    line,
    shop,
    formats,
  );
  return { id, state, offer, gives, reason, plan, at: requested };
}

export type OfferView = ReturnType<typeof showOffer>;

/** What was sent, in which language, and what became of it. Its text is not kept: its template can be previewed. */
export function showEmail(mail: MailLine, { ianaTimezone }: Store, formats: Formats) {
  const language = mail.locale === null ? null : languageOf(mail.locale).language;
  const instant = (at: Date) => formats.instant(at, ianaTimezone);
  return {
    id: String(mail.id),
    kind: mail.kind,
    state: mail.state,
    reason: mail.reason,
    language,
    at: instant(mail.createdAt),
    sentAt: mail.sentAt && instant(mail.sentAt),
    previewUrl: `/app/settings/emails?kind=${mail.kind}&language=${language ?? "en"}`,
  };
}

export type EmailView = ReturnType<typeof showEmail>;

/** A note of the staff, with who wrote it and who changed it last. */
export function showNote(note: CustomerNote, { ianaTimezone }: Store, formats: Formats) {
  const at = formats.instant(note.createdAt, ianaTimezone);
  const edited = note.editedAt && formats.instant(note.editedAt, ianaTimezone);
  const written = `${note.authorName ?? "Staff"}, ${at}`;
  return {
    id: String(note.id),
    body: note.body,
    at,
    by: edited ? `${written} · changed by ${note.editorName ?? "staff"}, ${edited}` : written,
  };
}

export type NoteView = ReturnType<typeof showNote>;

/** What happened to the customer and what moved on their accounts, as one line of time, newest first. */
export function showTimeline(
  lines: readonly ActivityView[],
  movements: readonly MovementLine[],
  { ianaTimezone, currency }: Store,
  formats: Formats,
): TimelineEntry[] {
  const amountOf = ({ unit, amount }: MovementLine) => {
    const sign = amount < 0 ? "−" : "+";
    const size = Math.abs(amount);
    return unit === "money"
      ? `${sign}${formats.money(size, currency)} store credit`
      : `${sign}${formats.count(size, "point")}`;
  };
  // What moved is told with its amount, and not a second time by the line of the deed.
  const moved = new Map(movements.map(({ id, amount }) => [id, amount]));
  const others = lines.filter(
    ({ movement }) => !movement || moved.get(movement.entryId) !== movement.amount,
  );
  const told = [
    ...others.map(({ id, message, actor, at, subscription }) => ({
      id: `activity-${id}`,
      message: subscription
        ? `${describeSubscription({ ...subscription, customerName: null })}: ${message}`
        : message,
      by: describeActor(actor),
      when: at,
    })),
    ...movements.map((movement) => ({
      id: `movement-${movement.id}`,
      message: `${amountOf(movement)}: ${movement.message}`,
      by: describeActor(movement.actor),
      when: movement.at,
    })),
  ];
  return told
    .sort((one, other) => other.when.getTime() - one.when.getTime())
    .map(({ when, ...entry }) => ({ ...entry, at: formats.instant(when, ianaTimezone) }));
}
