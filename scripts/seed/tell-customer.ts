import { formatMinor } from "#app/lib/money.ts";
import { COUNTRIES, FIRST_NAMES, LAST_NAMES } from "./catalogue.ts";
import { orderName } from "./order-names.ts";
import { type Random, streamOf } from "./random.ts";
import type { SeedStore } from "./store-frame.ts";
import type {
  ActivityStory,
  CustomerStory,
  OrderStory,
  Person,
  SubscriptionStory,
} from "./stories.ts";
import { tellStart } from "./subscription-start.ts";
import { CreditTeller } from "./tell-credit.ts";
import { settleRefunds, tellOrder } from "./tell-order.ts";
import { SubscriptionTeller } from "./tell-subscription.ts";

const DAY_MS = 86_400_000;
const FIRST_CUSTOMER = 7_000_000_000_000;
/** Some were customers before the history begins. */
const FROM_BEFORE = 0.2;
const ERASED = 0.002;

/** What the size of the store gives a customer. */
export interface CustomerShare {
  /** Places of their subscriptions among the store's. */
  subscriptions: readonly number[];
  /** Orders beside those of subscriptions. */
  orders: number;
  /** The first instant at which subscriptions begin. */
  subscriptionsFrom: number;
}

/** Tells all that happened to one customer. The same for the same store, place and share. */
export function tellCustomer(store: SeedStore, index: number, share: CustomerShare): CustomerStory {
  const { seed, calendar } = store;
  const random = streamOf(seed, "customer", index);
  const person = tellPerson(random, store, index);
  const subscriptions = tellSubscriptions(store, person, share);
  // Nobody has a subscription before they are a customer.
  const started = Math.min(...subscriptions.map(({ startedAt }) => startedAt));
  person.createdAt = Math.min(person.createdAt, started - 60_000);
  const plain = tellPlainOrders(store, index, person, share.orders);
  const orders = [...subscriptions.flatMap((one) => one.orders), ...plain];
  orders.sort((one, other) => one.at - other.at);
  const credit = new CreditTeller(streamOf(seed, "credit", index), store, {
    ...{ person, subscriptions, orders },
  }).tell();
  if (random.chance(ERASED) && subscriptions.every(({ status }) => status === "cancelled")) {
    erase(person, calendar.now - random.between(1, 90) * DAY_MS);
  }
  const activities = [
    ...subscriptions.flatMap((one) => one.activities),
    ...orders.flatMap((order) => tellOrderLines(store, order)),
  ];
  activities.sort((one, other) => one.at - other.at);
  return { person, isCustomer: true, subscriptions, orders, ...credit, activities };
}

/** An order of somebody who is no customer. */
export function tellGuest(store: SeedStore, index: number): CustomerStory {
  const { seed, calendar } = store;
  const random = streamOf(seed, "guest", index);
  const person = { ...tellPerson(random, store, index), platformId: 0 };
  person.email = person.email?.replace("@", ".guest@") ?? null;
  const at = calendar.draw(random);
  const order = tellOrder(random, calendar, { at, person, isCustomers: false });
  settleRefunds(order);
  return {
    ...{ person, isCustomer: false, subscriptions: [], orders: [order], accounts: [] },
    ...{ entries: [], grants: [], holds: [], activities: tellOrderLines(store, order) },
  };
}

/** How many subscriptions' orders a customer has, without all else: for finding out how long the lives may be. */
export function countSubscriptionOrders(
  store: SeedStore,
  index: number,
  share: Pick<CustomerShare, "subscriptions" | "subscriptionsFrom">,
): number {
  const person = tellPerson(streamOf(store.seed, "customer", index), store, index);
  const told = tellSubscriptions(store, person, share);
  return told.reduce((sum, { orders }) => sum + orders.length, 0);
}

function tellSubscriptions(
  store: SeedStore,
  person: Person,
  { subscriptions, subscriptionsFrom }: Pick<CustomerShare, "subscriptions" | "subscriptionsFrom">,
): SubscriptionStory[] {
  return subscriptions.map((place, nth) => {
    const random = streamOf(store.seed, "subscription", place);
    const start = tellStart(random, store.calendar, store.plans, {
      ...{ index: place, isFirstOfCustomer: nth === 0, from: subscriptionsFrom },
    });
    return new SubscriptionTeller(random, store, start, person).tell();
  });
}

function tellPerson(random: Random, { calendar }: SeedStore, index: number): Person {
  const country = COUNTRIES.draw(random);
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const isOld = random.chance(FROM_BEFORE);
  const joined = calendar.draw(random);
  const user = `${firstName}.${lastName}`.normalize("NFD").replace(/[^A-Za-z.]/g, "");
  return {
    ...{
      id: 0,
      platformId: FIRST_CUSTOMER + index,
      firstName,
      lastName,
      country,
      redactedAt: null,
    },
    email: random.chance(0.01) ? null : `${user.toLowerCase()}.${index}@example.com`,
    province: random.pick(country.provinces),
    createdAt: isOld ? calendar.begin - random.between(1, 900) * DAY_MS : joined,
  };
}

function tellPlainOrders(
  store: SeedStore,
  index: number,
  person: Person,
  count: number,
): OrderStory[] {
  const { calendar, seed } = store;
  const from = Math.max(person.createdAt, calendar.begin);
  const random = streamOf(seed, "orders", index);
  return Array.from({ length: count }, () => {
    const at = calendar.draw(random, from);
    return tellOrder(random, calendar, { at, person, isCustomers: true });
  });
}

/** Nothing personal is left of a customer whose data was erased. */
function erase(person: Person, at: number): void {
  person.email = person.firstName = person.lastName = null;
  person.redactedAt = Math.max(at, person.createdAt);
}

/** What the timeline says of an order. */
function tellOrderLines({ currency }: SeedStore, order: OrderStory): ActivityStory[] {
  const lines: ActivityStory[] = [];
  const note = (at: number, kind: string, message: () => string) => {
    const details = () => ({ order_id: String(order.id) });
    const { subscription } = order;
    lines.push({ id: 0, at, kind, message, details, actor: "system", subscription });
  };
  const name = () => orderName(order);
  for (const { at, amountMinor } of order.refunds) {
    const amount = formatMinor(amountMinor, currency);
    note(at, "order.refunded", () => `Order ${name()} was refunded: ${amount} ${currency}.`);
  }
  if (order.cancelledAt) {
    note(order.cancelledAt, "order.cancelled", () => `Order ${name()} was canceled.`);
  }
  const { dispute } = order;
  if (!dispute) return lines;
  note(dispute.openedAt, "order.disputed", () => {
    return `The payment of order ${name()} is disputed: needs response.`;
  });
  const words = dispute.status.replaceAll("_", " ");
  if (dispute.endedAt) {
    note(dispute.endedAt, "order.disputed", () => {
      return `The dispute about order ${name()} has moved on: ${words}.`;
    });
  }
  return lines;
}
