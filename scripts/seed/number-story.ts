import { IdsByTime } from "./ids-by-time.ts";
import type { CustomerStory, EntryStory, GrantStory } from "./stories.ts";

/** Tables whose ids grow with time. */
export const NUMBERED = [
  "customers",
  "subscriptions",
  "members",
  "orders",
  "order_places",
  "billing_attempts",
  "cancel_flows",
  "applied_offers",
  "credit_entries",
  "credit_grants",
  "credit_holds",
  "activities",
] as const;

type Numbered = (typeof NUMBERED)[number];

/** The ids of all numbered tables. Orders have a place of their own, by the platform's date: their number and name. */
export type StoreIds = Readonly<Record<Numbered, IdsByTime>>;

export function makeIds(since: number): StoreIds {
  const ids = NUMBERED.map((name) => [name, new IdsByTime(since)] as const);
  return Object.fromEntries(ids) as StoreIds;
}

/** Notes the time of every row of a story. */
export function noteStory(ids: StoreIds, story: CustomerStory): void {
  numberStory(story, (name, time) => {
    ids[name].note(time);
    return 0;
  });
}

/** Gives every row of a story its id. The stories must come in the order in which they were noted. */
export function takeIds(ids: StoreIds, story: CustomerStory): number {
  let member = 0;
  numberStory(story, (name) => {
    const id = ids[name].take();
    if (name === "members") member = id;
    return id;
  });
  return member;
}

function numberStory(story: CustomerStory, next: (name: Numbered, time: number) => number): void {
  const { person, subscriptions, orders, entries, grants, holds, activities } = story;
  if (story.isCustomer) person.id = next("customers", person.createdAt);
  const memberships = subscriptions.filter(({ plan }) => plan.kind === "membership");
  if (memberships.length > 0) {
    next("members", Math.min(...memberships.map(({ startedAt }) => startedAt)));
  }
  for (const order of orders) {
    order.id = next("orders", order.storedAt);
    order.place = next("order_places", order.createdAt);
  }
  for (const subscription of subscriptions) {
    subscription.id = next("subscriptions", subscription.startedAt);
    for (const one of subscription.attempts) one.id = next("billing_attempts", one.at);
    for (const one of subscription.flows) one.id = next("cancel_flows", one.startedAt);
    for (const one of subscription.offers) one.id = next("applied_offers", one.requestedAt);
  }
  const grantsOf = Map.groupBy(grants, ({ entry }: GrantStory): EntryStory => entry);
  for (const entry of entries) {
    entry.id = next("credit_entries", entry.at);
    for (const grant of grantsOf.get(entry) ?? []) grant.id = next("credit_grants", entry.at);
  }
  for (const hold of holds) hold.id = next("credit_holds", hold.entry.at);
  for (const activity of activities) activity.id = next("activities", activity.at);
}
