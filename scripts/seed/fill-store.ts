import type pg from "pg";
import { activityKind } from "#app/domain/ledger/ledger-codes.ts";
import { creditSources } from "./credit-rows.ts";
import { customerSources, memberItem } from "./customer-rows.ts";
import { makeIds, NUMBERED, noteStory, type StoreIds, takeIds } from "./number-story.ts";
import { orderItem, orderSources } from "./order-rows.ts";
import type { RowSource } from "./row-source.ts";
import type { SeedProgress } from "./seed-progress.ts";
import { StagedTables } from "./staged-tables.ts";
import type { SeedStore } from "./store-frame.ts";
import { type StoreShares, type StoreSizes, shareOut } from "./store-sizes.ts";
import type { ActivityStory, CustomerStory, EntryStory } from "./stories.ts";
import { subscriptionSources } from "./subscription-rows.ts";
import { tellCustomer, tellGuest } from "./tell-customer.ts";

type Sources = ReturnType<typeof makeSources>;

/**
 * Writes the store's facts, in the transaction that the connection is in. Every story is told twice: once to find the
 * order of time, in which ids are given, and once to write it. So no more than a few megabytes of rows and twelve bytes
 * for each row's place are in memory.
 */
export async function fillStore(
  client: pg.PoolClient,
  store: SeedStore,
  sizes: StoreSizes,
  progress: SeedProgress,
): Promise<void> {
  progress.begin("Sharing out the orders");
  const shares = shareOut(store, sizes);
  progress.end("Sharing out the orders", sizes.orders);
  const ids = makeIds(store.calendar.begin);
  progress.begin("Telling the stories");
  for (const story of tellAll(store, sizes, shares, progress)) noteStory(ids, story);
  progress.end("Telling the stories", ids.orders.count);
  await reserveIds(client, ids);
  const sources = makeSources(store);
  const tables = new StagedTables(
    client,
    MOVED_IN_ORDER.map((name) => sources[name].table),
  );
  await tables.create();
  progress.begin("Copying the rows");
  let rows = 0;
  for (const story of tellAll(store, sizes, shares, progress)) {
    const add = <T>(source: RowSource<T>, item: T) => {
      tables.add(source.table.name, source.values(item));
      rows += 1;
    };
    addStory(sources, story, takeIds(ids, story), add);
    await tables.keepUp();
  }
  progress.end("Copying the rows", rows);
  await tables.moveIn(progress);
}

/** Those that others refer to first. */
const MOVED_IN_ORDER = [
  "customers",
  "subscriptions",
  "members",
  "orders",
  "refunds",
  "disputes",
  "links",
  "accounts",
  "entries",
  "grants",
  "allocations",
  "holds",
  "cycles",
  "attempts",
  "flows",
  "offers",
  "activities",
] as const;

function makeSources(store: SeedStore) {
  return {
    ...customerSources(store),
    ...subscriptionSources(store),
    ...orderSources(store),
    ...creditSources(store),
  };
}

function* tellAll(
  store: SeedStore,
  { customers }: StoreSizes,
  shares: StoreShares,
  progress: SeedProgress,
): Generator<CustomerStory> {
  const all = customers + shares.guests;
  for (let index = 0; index < customers; index += 1) {
    yield withCreditLines(tellCustomer(store, index, shares.ofCustomer(index)));
    progress.reach(index, all);
  }
  for (let index = 0; index < shares.guests; index += 1) {
    yield tellGuest(store, index);
    progress.reach(customers + index, all);
  }
}

/** What moves credit is on the timeline, too. */
function withCreditLines(story: CustomerStory): CustomerStory {
  const lines = story.entries.map(creditLine);
  return { ...story, activities: [...story.activities, ...lines] };
}

function creditLine(entry: EntryStory): ActivityStory {
  const { at, unit, amountMinor, typeCode, message, actor, settledAt } = entry;
  const direction = settledAt ? "held" : amountMinor > 0 ? "added" : "deducted";
  return {
    ...{ id: 0, at, kind: activityKind(unit, direction), message, actor, subscription: null },
    details: () => ({
      entry_id: String(entry.id),
      amount_minor: amountMinor,
      type_code: typeCode,
    }),
  };
}

/** Ids that follow those that the tables have given out, and that they do not give out again. */
async function reserveIds(client: pg.PoolClient, ids: StoreIds): Promise<void> {
  for (const name of NUMBERED) {
    const { count } = ids[name];
    // The ledger counts by store, and a store that is filled has no entries; an order's place is no id.
    const isOfStore = ["order_places", "credit_entries", "credit_grants"].includes(name);
    if (isOfStore || count === 0) {
      ids[name].sort(1);
      continue;
    }
    const { rows } = await client.query<{ last: string }>(
      `SELECT setval(s, nextval(s) + $2) AS last FROM pg_get_serial_sequence($1, 'id') s`,
      [name, count],
    );
    ids[name].sort(Number(rows[0]?.last) - count + 1);
  }
}

function addStory(
  sources: Sources,
  story: CustomerStory,
  member: number,
  add: <T>(source: RowSource<T>, item: T) => void,
): void {
  const { person } = story;
  if (story.isCustomer) add(sources.customers, person);
  const memberOfStore = memberItem(story, member);
  if (memberOfStore) add(sources.members, memberOfStore);
  for (const subscription of story.subscriptions) {
    add(sources.subscriptions, { subscription, one: person });
    for (const one of subscription.cycles) add(sources.cycles, { subscription, one });
    for (const one of subscription.attempts) add(sources.attempts, { subscription, one });
    for (const one of subscription.flows) add(sources.flows, { subscription, one });
    for (const one of subscription.offers) add(sources.offers, { subscription, one });
  }
  for (const order of story.orders) {
    const item = orderItem(order);
    add(sources.orders, item);
    if (order.subscription) add(sources.links, item);
    for (const [place, refund] of order.refunds.entries()) {
      add(sources.refunds, { order, refund, place });
    }
    if (order.dispute) add(sources.disputes, { ...item, dispute: order.dispute });
  }
  for (const one of story.accounts) add(sources.accounts, { person, one });
  for (const entry of story.entries) {
    add(sources.entries, { person, one: entry });
    for (const part of entry.drawn) add(sources.allocations, { entry, part });
  }
  for (const one of story.grants) add(sources.grants, { person, one });
  for (const one of story.holds) add(sources.holds, { person, one });
  for (const one of story.activities) add(sources.activities, { person, one });
}
