import { listActivity } from "#app/domain/activity/list-activity.ts";
import { listChargesOf } from "#app/domain/billing/attempts/list-charges-of.ts";
import { readPastDueReasons } from "#app/domain/billing/past-due/read-reasons.ts";
import { readStates } from "#app/domain/bulk-actions/read-states.ts";
import { listAppliedOffersForMerchant } from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { listNotes } from "#app/domain/customers/notes/list-notes.ts";
import { listMovementsOfCustomer } from "#app/domain/ledger/list-movements-of-customer.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { readTiers } from "#app/domain/loyalty/read/read-standing.ts";
import { listMails } from "#app/domain/mail/outbox/list-mails.ts";
import { listOrdersOfCustomer } from "#app/domain/orders/list-orders-of-customer.ts";
import {
  listSubscriptionsOfCustomer,
  readSubscriptionIds,
} from "#app/domain/subscriptions/lists/list-of-customer.ts";
import type { Formats } from "#app/ui/format.ts";
import { orNull } from "../../or-null.ts";
import { readCoupons, readReceipts, readReferrals } from "./customer-loyalty.ts";
import {
  showBalances,
  showCharge,
  showContract,
  showEmail,
  showNote,
  showOffer,
  showOrder,
  showTimeline,
} from "./customer-view.ts";

const CONTRACTS = 10;
const CHARGES = 10;
const ORDERS = 10;
const OFFERS = 10;
const EMAILS = 10;
const NOTES = 10;
const LINES = 20;

/** Which page of its longer parts the address asks for, each counted from 1. */
export interface CustomerPlace {
  contracts: number;
  charges: number;
  orders: number;
  offers: number;
  coupons: number;
  referrals: number;
  receipts: number;
  emails: number;
  notes: number;
  timeline: number;
}

/**
 * The parts of a customer's page, each read by itself: null for one that cannot be read, so that the others still stand.
 * A page of a part is at most a few dozen rows, however long the customer has been one.
 */
export async function readCustomerPage(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  place: CustomerPlace,
) {
  const part = <T>(work: Promise<T>) => orNull(context, "customer", work);
  const ids = readSubscriptionIds(context, customerId);
  const [contracts, charges, orders, balances, offers, emails, notes, timeline] = await Promise.all(
    [
      part(readContracts(context, formats, customerId, place.contracts)),
      part(ids.then((found) => readCharges(context, formats, found, place.charges))),
      part(readOrders(context, formats, customerId, place.orders)),
      part(readBalances(context, formats, customerId)),
      part(ids.then((found) => readOffers(context, formats, found, place.offers))),
      part(readEmails(context, formats, customerId, place.emails)),
      part(readNotes(context, formats, customerId, place.notes)),
      part(readTimeline(context, formats, customerId, place.timeline)),
    ],
  );
  const [coupons, referrals, receipts] = await Promise.all([
    part(readCoupons(context, formats, customerId, place.coupons)),
    part(readReferrals(context, formats, customerId, place.referrals)),
    part(readReceipts(context, formats, customerId, place.receipts)),
  ]);
  return {
    ...{ contracts, charges, orders, balances, offers, emails, notes, timeline },
    ...{ coupons, referrals, receipts },
  };
}

const pageOf = (page: number, limit: number) => ({ limit, offset: (page - 1) * limit });

async function readContracts(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const place = pageOf(page, CONTRACTS);
  const { subscriptions, hasMore } = await listSubscriptionsOfCustomer(context, customerId, place);
  const ids = subscriptions.map(({ id }) => id);
  const [states, reasons] = await Promise.all([
    readStates(context.db.prisma, context.shop.id, ids),
    readPastDueReasons(context, ids),
  ]);
  const stateOf = new Map(states.map((state) => [state.id, state]));
  const rows = subscriptions.map((row) => {
    const state = stateOf.get(row.id) ?? null;
    return { ...showContract(row, state, context, formats), owed: reasons.get(row.id) ?? null };
  });
  return { rows, page, hasMore };
}

async function readCharges(
  context: ShopContext,
  formats: Formats,
  ids: readonly bigint[],
  page: number,
) {
  const { charges, hasMore } = await listChargesOf(context, ids, pageOf(page, CHARGES));
  const rows = charges.map((charge) => showCharge(charge, context.shop, formats));
  return { rows, page, hasMore };
}

async function readOrders(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const place = pageOf(page, ORDERS);
  const { orders, hasMore } = await listOrdersOfCustomer(context, customerId, place);
  return { rows: orders.map((order) => showOrder(order, context.shop, formats)), page, hasMore };
}

async function readBalances(context: ShopContext, formats: Formats, customerId: bigint) {
  const [credit, points, tier] = await Promise.all([
    readCreditAccount(context, customerId, "money"),
    readCreditAccount(context, customerId, "points"),
    readTiers(context, [customerId]).then((tierOf) => tierOf(customerId)),
  ]);
  return showBalances({ credit, points, tier: tier.current?.name ?? null }, context.shop, formats);
}

async function readOffers(
  context: ShopContext,
  formats: Formats,
  ids: readonly bigint[],
  page: number,
) {
  if (ids.length === 0) return { rows: [], page, hasMore: false };
  const { lines, olderThan } = await listAppliedOffersForMerchant(
    context,
    { subscriptionIds: ids },
    { skip: pageOf(page, OFFERS).offset },
    OFFERS,
  );
  return {
    rows: lines.map((line) => showOffer(line, context.shop, formats)),
    page,
    hasMore: olderThan !== null,
  };
}

async function readEmails(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const { limit, offset } = pageOf(page, EMAILS);
  const mails = await listMails(context, { limit: limit + 1, offset, customerId });
  return {
    rows: mails.slice(0, EMAILS).map((mail) => showEmail(mail, context.shop, formats)),
    page,
    hasMore: mails.length > EMAILS,
  };
}

async function readNotes(context: ShopContext, formats: Formats, customerId: bigint, page: number) {
  const { notes, hasMore } = await listNotes(context, customerId, pageOf(page, NOTES));
  return { rows: notes.map((note) => showNote(note, context.shop, formats)), page, hasMore };
}

/** What happened, and what moved: from two places, and so read from their beginning up to the page that is shown. */
async function readTimeline(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const { limit, offset } = pageOf(page, LINES);
  const upTo = offset + limit + 1;
  const [lines, movements] = await Promise.all([
    listActivity(context, { customerId, limit: upTo }),
    listMovementsOfCustomer(context, customerId, upTo),
  ]);
  const all = showTimeline(lines, movements, context.shop, formats);
  return {
    rows: all.slice(offset, offset + limit),
    page,
    hasMore: all.length > offset + limit,
  };
}
