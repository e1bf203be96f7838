import { memberOf } from "#app/domain/members/member-of.ts";
import { textOf } from "./credit-rows.ts";
import { instant, rowSource } from "./row-source.ts";
import type { SeedStore } from "./store-frame.ts";
import type { ActivityStory, CustomerStory, Person, SubscriptionStory } from "./stories.ts";

type MemberItem = { id: number; person: Person; facts: ReturnType<typeof memberOf> };

/** Customers, members, and the lines of the timeline. */
export function customerSources(store: SeedStore) {
  const shop = () => store.shopId;
  const now = () => new Date(store.calendar.now);
  const customers = rowSource<Person>("customers", "id", {
    shop_id: shop,
    id: ({ id }) => id,
    platform_customer_id: ({ platformId }) => platformId,
    email: ({ email }) => email,
    first_name: ({ firstName }) => firstName,
    last_name: ({ lastName }) => lastName,
    locale: ({ country, redactedAt }) => (redactedAt === null ? country.locale : null),
    platform_created_at: ({ createdAt }) => instant(createdAt),
    platform_updated_at: ({ createdAt }) => instant(createdAt),
    redacted_at: ({ redactedAt }) => instant(redactedAt),
    created_at: ({ createdAt }) => instant(createdAt),
    updated_at: ({ createdAt, redactedAt }) => instant(redactedAt ?? createdAt),
  });
  const members = rowSource<MemberItem>("members", "id", {
    shop_id: shop,
    id: ({ id }) => id,
    customer_id: ({ person }) => person.id,
    subscription_id: ({ facts }) => facts.subscriptionId,
    status: ({ facts }) => facts.status,
    plan_id: ({ facts }) => facts.planId,
    plan_name: ({ facts }) => facts.planName,
    joined_at: ({ facts }) => facts.joinedAt,
    paused_at: ({ facts }) => facts.pausedAt,
    cancelled_at: ({ facts }) => facts.cancelledAt,
    created_at: ({ facts }) => facts.joinedAt,
    updated_at: ({ facts }) => facts.cancelledAt ?? facts.pausedAt ?? now(),
  });
  const activities = rowSource<{ person: Person; one: ActivityStory }>("activities", "id", {
    shop_id: shop,
    id: ({ one }) => one.id,
    customer_id: ({ person }) => person.id || null,
    subscription_id: ({ one }) => one.subscription?.id ?? null,
    actor_kind: ({ one }) => one.actor,
    kind: ({ one }) => one.kind,
    message: ({ one }) => textOf(one.message),
    details: ({ one }) => ({ json: one.details() }),
    created_at: ({ one }) => instant(one.at),
  });
  return { customers, members, activities };
}

/** What a customer is as a member; null for one who never was. */
export function memberItem(
  { person, subscriptions }: CustomerStory,
  id: number,
): MemberItem | null {
  const [first, ...others] = subscriptions
    .filter(({ plan }) => plan.kind === "membership")
    .map(membershipOf);
  return first ? { id, person, facts: memberOf([first, ...others]) } : null;
}

function membershipOf(subscription: SubscriptionStory) {
  const { id, status, plan, startedAt, originalStartAt, pausedAt, cancelledAt } = subscription;
  return {
    ...{ id: BigInt(id), status, planId: BigInt(plan.id), planName: plan.name },
    platformCreatedAt: new Date(startedAt),
    originalStartAt: instant(originalStartAt),
    pausedAt: instant(pausedAt),
    cancelledAt: instant(cancelledAt),
  };
}
