import { streamOf } from "./random.ts";
import type { SeedStore } from "./store-frame.ts";
import { type CustomerShare, countSubscriptionOrders } from "./tell-customer.ts";

/** The share of the orders that subscriptions may have before they begin later, and so renew less often. */
const SUBSCRIPTIONS_SHARE = 0.65;
const GUESTS_SHARE = 0.12;
/** Of how often people buy: the smaller, the more a few buy. */
const HEAVINESS = 1.2;
const HEAVIEST = 4000;

export interface StoreSizes {
  customers: number;
  orders: number;
  subscriptions: number;
}

/** Who has how many of the store's subscriptions and orders. */
export interface StoreShares {
  guests: number;
  ofCustomer(index: number): CustomerShare;
}

/**
 * Shares the numbers out, exactly: a few customers buy most, some orders are guests'. Where there are too few orders for
 * two years of renewals, the subscriptions begin later.
 */
export function shareOut(store: SeedStore, sizes: StoreSizes): StoreShares {
  const { customers, orders } = sizes;
  const owned = shareSubscriptions(store.seed, sizes);
  const { renewing, from } = limitOrders(store, sizes, owned);
  const plain = orders - renewing;
  const guests = customers === 0 ? plain : Math.round(plain * GUESTS_SHARE);
  const plainOf = sharePlainOrders(store.seed, customers, plain - guests);
  return {
    guests,
    ofCustomer: (index) => ({
      subscriptions: owned(index),
      orders: plainOf[index] ?? 0,
      subscriptionsFrom: from,
    }),
  };
}

/** Gives each subscription an owner. @returns the places of a customer's subscriptions. */
function shareSubscriptions(
  seed: number,
  { customers, subscriptions }: StoreSizes,
): (index: number) => number[] {
  const owners = new Uint32Array(subscriptions);
  const ends = new Uint32Array(customers + 1);
  for (let place = 0; place < subscriptions; place += 1) {
    const owner = Math.floor(streamOf(seed, "owner", place).next() * customers);
    owners[place] = owner;
    ends[owner + 1] = (ends[owner + 1] ?? 0) + 1;
  }
  for (let index = 1; index <= customers; index += 1) {
    ends[index] = (ends[index] ?? 0) + (ends[index - 1] ?? 0);
  }
  const places = new Uint32Array(subscriptions);
  const filled = ends.slice();
  for (const [place, owner] of owners.entries()) {
    const at = filled[owner] ?? 0;
    places[at] = place;
    filled[owner] = at + 1;
  }
  return (index) => [...places.subarray(ends[index] ?? 0, ends[index + 1] ?? 0)];
}

/** Finds from when on subscriptions may begin, so that all their orders are within the number asked for. */
function limitOrders(
  store: SeedStore,
  { customers, orders, subscriptions }: StoreSizes,
  owned: (index: number) => number[],
): { renewing: number; from: number } {
  const { begin, now } = store.calendar;
  const wanted = Math.max(subscriptions, orders * SUBSCRIPTIONS_SHARE);
  for (let window = 1; ; ) {
    const from = Math.floor(now - (now - begin) * window);
    let renewing = 0;
    for (let index = 0; index < customers; index += 1) {
      const places = owned(index);
      if (places.length === 0) continue;
      const share = { subscriptions: places, subscriptionsFrom: from };
      renewing += countSubscriptionOrders(store, index, share);
    }
    // Within a minute nothing renews, so an end is certain.
    if (renewing <= wanted || (renewing <= orders && window < 0.001)) return { renewing, from };
    window *= Math.max(0.25, Math.min(0.9, wanted / renewing));
  }
}

function sharePlainOrders(seed: number, customers: number, orders: number): Uint32Array {
  const weights = new Float64Array(customers);
  let total = 0;
  for (let index = 0; index < customers; index += 1) {
    const random = streamOf(seed, "weight", index);
    // Some never buy anything.
    weights[index] = random.chance(0.12) ? 0 : random.powerLaw(HEAVINESS, HEAVIEST);
    total += weights[index] ?? 0;
  }
  const counts = new Uint32Array(customers);
  let [sum, given] = [0, 0];
  for (const [index, weight] of weights.entries()) {
    sum += weight;
    const upTo = total > 0 ? Math.round((orders * sum) / total) : 0;
    counts[index] = upTo - given;
    given = upTo;
  }
  // Where nobody would buy, the first one does.
  if (customers > 0 && given < orders) counts[0] = (counts[0] ?? 0) + orders - given;
  return counts;
}
