import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import type { EventKind, EventOf } from "../../events/catalogue.ts";

/** Facts whose rows may say something else now. Internal ids. */
export interface Marks {
  orders: Set<bigint>;
  customers: Set<bigint>;
  subscriptions: Set<bigint>;
  entries: Set<bigint>;
}

const SUBSCRIPTION_KINDS = [
  ...(["subscription.created", "subscription.imported", "subscription.activated"] as const),
  ...(["subscription.updated", "subscription.paused", "subscription.resumed"] as const),
  ...(["subscription.cancelled", "withdrawal.declared"] as const),
] as const satisfies EventKind[];

const CREDIT_KINDS = [
  ...(["store_credit.added", "store_credit.deducted"] as const),
  ...(["store_credit.held", "store_credit.released"] as const),
] as const satisfies EventKind[];

const BILLING_KINDS = [
  ...(["billing.pending", "billing.success", "billing.failed"] as const),
  "billing.restated",
] as const satisfies EventKind[];
const OFFER_KINDS = ["retention_offer.activated", "retention_offer.cancelled"] as const;

/** Every kind of event after which a row of an export may be another. */
export const FOLLOWED_KINDS = [
  ...SUBSCRIPTION_KINDS,
  ...CREDIT_KINDS,
  ...BILLING_KINDS,
  ...OFFER_KINDS,
  ...(["order.created", "order.updated", "order.restated"] as const),
  ...(["member.created", "member.updated", "member.points_read"] as const),
  ...(["customer.updated", "customer.merged"] as const),
  ...(["plan_group.renamed", "cancellation_reason.renamed"] as const),
] as const satisfies EventKind[];

type Followed = EventOf<(typeof FOLLOWED_KINDS)[number]>;
type Reader = Pick<ShopContext, "db" | "shop">;

/** What events name, before anything is looked up. */
interface Named {
  orders: Set<bigint>;
  customers: Set<bigint>;
  /** Whose name, address or number has changed: it stands in the rows of all that is theirs. */
  persons: Set<bigint>;
  subscriptions: Set<bigint>;
  offersOf: Set<bigint>;
  attempts: Set<bigint>;
  /** The first and the last id of runs of entries. */
  entries: [string, string][];
  planGroups: Set<bigint>;
  reasons: Set<string>;
}

/** What some events may have changed, in any export. A few statements, however many events there are. */
export async function marksOf(context: Reader, events: readonly Followed[]): Promise<Marks> {
  const named: Named = {
    orders: new Set(),
    customers: new Set(),
    persons: new Set(),
    subscriptions: new Set(),
    offersOf: new Set(),
    attempts: new Set(),
    entries: [],
    planGroups: new Set(),
    reasons: new Set(),
  };
  for (const event of events) nameOf(named, event);
  const marks: Marks = {
    orders: new Set(named.orders),
    customers: new Set([...named.customers, ...named.persons]),
    subscriptions: new Set([...named.subscriptions, ...named.offersOf]),
    entries: new Set(),
  };
  await markOwners(context, marks, named);
  await markPersons(context, marks, named);
  await markEntries(context, marks, named);
  await markCharges(context, marks, named);
  await markFirstOrders(context, marks, named);
  await markNames(context, marks, named);
  return marks;
}

function nameOf(named: Named, event: Followed): void {
  switch (event.kind) {
    case "order.created":
    case "order.updated":
      named.orders.add(BigInt(event.data.order_id));
      return;
    case "order.restated":
      for (const id of event.data.order_ids) named.orders.add(BigInt(id));
      return;
    case "customer.merged":
      named.persons.add(BigInt(event.data.merged_customer_id));
      named.persons.add(BigInt(event.data.customer_id));
      return;
    case "customer.updated":
      named.persons.add(BigInt(event.data.customer_id));
      return;
    case "member.created":
    case "member.updated":
      named.customers.add(BigInt(event.data.customer_id));
      return;
    case "member.points_read":
      for (const id of event.data.customer_ids) named.customers.add(BigInt(id));
      return;
    case "store_credit.added":
    case "store_credit.deducted":
    case "store_credit.held":
    case "store_credit.released":
      named.entries.push(
        "entry_id" in event.data
          ? [event.data.entry_id, event.data.entry_id]
          : [event.data.from_entry_id, event.data.to_entry_id],
      );
      return;
    case "billing.pending":
    case "billing.success":
    case "billing.failed":
      named.attempts.add(BigInt(event.data.billing_attempt_id));
      return;
    case "billing.restated":
      for (const id of event.data.billing_attempt_ids) named.attempts.add(BigInt(id));
      return;
    case "retention_offer.activated":
    case "retention_offer.cancelled":
      named.offersOf.add(BigInt(event.data.subscription_id));
      return;
    case "plan_group.renamed":
      named.planGroups.add(BigInt(event.data.plan_group_id));
      return;
    case "cancellation_reason.renamed":
      named.reasons.add(event.data.alias);
      return;
    default:
      named.subscriptions.add(BigInt(event.data.subscription_id));
      if (event.data.customer_id !== null) named.customers.add(BigInt(event.data.customer_id));
  }
}

/** A customer's row shows the country of the latest order. */
async function markOwners({ db, shop }: Reader, marks: Marks, { orders }: Named): Promise<void> {
  if (orders.size === 0) return;
  const rows = await readInParts([...orders], (some) =>
    db.prisma.order.findMany({
      where: { shopId: shop.id, id: { in: some }, customerId: { not: null } },
      select: { customerId: true },
    }),
  );
  for (const { customerId } of rows) if (customerId !== null) marks.customers.add(customerId);
}

async function markPersons({ db, shop }: Reader, marks: Marks, { persons }: Named): Promise<void> {
  if (persons.size === 0) return;
  const { prisma } = db;
  const select = { id: true } as const;
  const of = (some: bigint[]) => ({ shopId: shop.id, customerId: { in: some } });
  const ids = [...persons];
  const orders = await readInParts(ids, (some) =>
    prisma.order.findMany({ where: of(some), select }),
  );
  const subscriptions = await readInParts(ids, (some) =>
    prisma.subscription.findMany({ where: of(some), select }),
  );
  // Their own entries change by an erasure alone; a merge posts on both sides, without an event for each entry.
  const touched = await readInParts(ids, (some) =>
    prisma.customer.findMany({
      where: {
        ...{ shopId: shop.id, id: { in: some } },
        OR: [
          { redactedAt: { not: null } },
          { mergedIntoId: { not: null } },
          { merged: { some: {} } },
        ],
      },
      select,
    }),
  );
  const entries = await readInParts(
    touched.map(({ id }) => id),
    (some) => prisma.creditEntry.findMany({ where: of(some), select }),
  );
  for (const { id } of orders) marks.orders.add(id);
  for (const { id } of subscriptions) marks.subscriptions.add(id);
  for (const { id } of entries) marks.entries.add(id);
}

/** The entries with their customers' balances, and the orders that were paid with them. */
async function markEntries({ db, shop }: Reader, marks: Marks, { entries }: Named): Promise<void> {
  if (entries.length === 0) return;
  const [from, to] = [entries.map(([first]) => first), entries.map(([, last]) => last)];
  const rows = await db.prisma.$queryRaw<
    { id: bigint; customer_id: bigint; order_id: bigint | null }[]
  >`
    SELECT e.id, e.customer_id, o.id AS order_id
    FROM unnest(${from}::bigint[], ${to}::bigint[]) AS run (first_id, last_id)
    CROSS JOIN LATERAL (
      SELECT id, customer_id, substring(order_gid FROM '^gid://platform/Order/([0-9]{1,18})$')::bigint AS number
      FROM credit_entries
      WHERE shop_id = ${shop.id} AND id BETWEEN run.first_id AND run.last_id AND unit = 'money' OFFSET 0) e
    LEFT JOIN LATERAL (
      SELECT id FROM orders WHERE shop_id = ${shop.id} AND platform_order_id = e.number LIMIT 1) o ON TRUE`;
  for (const { id, customer_id, order_id } of rows) {
    marks.entries.add(id);
    marks.customers.add(customer_id);
    if (order_id !== null) marks.orders.add(order_id);
  }
}

/**
 * The subscription and its customer, and the order that a charge of the same billing cycle has made. One lookup after another:
 * right after an import the planner takes the tables for empty, and joins whole ones for each attempt.
 */
async function markCharges({ db, shop }: Reader, marks: Marks, { attempts }: Named): Promise<void> {
  if (attempts.size === 0) return;
  const rows = await db.prisma.$queryRaw<
    { subscription_id: bigint; customer_id: bigint | null; order_id: bigint | null }[]
  >`
    SELECT s.id AS subscription_id, s.customer_id, o.id AS order_id
    FROM unnest(${[...attempts]}::bigint[]) AS marked (id)
    CROSS JOIN LATERAL (
      SELECT subscription_id, cycle_index, past_cycle FROM billing_attempts
      WHERE shop_id = ${shop.id} AND id = marked.id LIMIT 1) a
    CROSS JOIN LATERAL (
      SELECT id, customer_id FROM subscriptions WHERE shop_id = ${shop.id} AND id = a.subscription_id LIMIT 1) s
    LEFT JOIN LATERAL (
      SELECT platform_order_id FROM billing_attempts
      WHERE shop_id = ${shop.id} AND subscription_id = a.subscription_id AND platform_order_id IS NOT NULL
        AND (cycle_index = a.cycle_index OR past_cycle = a.past_cycle)
      OFFSET 0) b ON TRUE
    LEFT JOIN LATERAL (
      SELECT id FROM orders WHERE shop_id = ${shop.id} AND platform_order_id = b.platform_order_id LIMIT 1) o ON TRUE`;
  for (const { subscription_id, customer_id, order_id } of rows) {
    marks.subscriptions.add(subscription_id);
    if (customer_id !== null) marks.customers.add(customer_id);
    if (order_id !== null) marks.orders.add(order_id);
  }
}

/** A trial may become known after the orders of its first weeks, whose tags it decides. */
async function markFirstOrders(
  { db, shop }: Reader,
  marks: Marks,
  { subscriptions }: Named,
): Promise<void> {
  if (subscriptions.size === 0) return;
  const rows = await db.prisma.$queryRaw<{ order_id: bigint }[]>`
    SELECT l.order_id FROM unnest(${[...subscriptions]}::bigint[]) AS s (id)
    CROSS JOIN LATERAL (
      SELECT order_id FROM order_subscriptions
      WHERE shop_id = ${shop.id} AND subscription_id = s.id ORDER BY processed_at, order_id LIMIT 3) l`;
  for (const { order_id } of rows) marks.orders.add(order_id);
}

/** Names that the merchant gave stand in the rows of what has ended under them. */
async function markNames(
  { db, shop }: Reader,
  marks: Marks,
  { planGroups, reasons }: Named,
): Promise<void> {
  if (planGroups.size === 0 && reasons.size === 0) return;
  const rows = await db.prisma.subscription.findMany({
    where: {
      ...{ shopId: shop.id, status: "cancelled" },
      OR: [
        { plan: { planGroupId: { in: [...planGroups] } } },
        { cancelReason: { in: [...reasons] } },
      ],
    },
    select: { id: true, customerId: true },
  });
  for (const { id, customerId } of rows) {
    marks.subscriptions.add(id);
    if (customerId !== null) marks.customers.add(customerId);
  }
}
