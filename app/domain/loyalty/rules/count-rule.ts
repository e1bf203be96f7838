import { add, floor, fraction } from "#app/lib/fraction.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { CustomerFacts } from "../facts/customer-facts.ts";
import type { Fact } from "../facts/fact.ts";
import type { RuleConditions, RuleLimits, RuleVersion } from "./rule-terms.ts";
import type { Completion, Counted, CountedFact, RuleStore } from "./rule-type-module.ts";
import { type RuleSettings, type RuleType, ruleTypeOf } from "./rule-types.ts";

/** A rule with all its versions, the earliest first. */
export interface CountableRule {
  id: bigint;
  type: RuleType;
  name: string;
  versions: readonly RuleVersion<RuleSettings>[];
}

/** Says in which tier the customer was just before an instant; null for none. */
export type TierIdBefore = (at: Date) => number | null;

/**
 * What a rule comes to for a customer. Pure: every fact goes by the rule's version of its time, so that an edit changes nothing
 * of what was earned before, and news in another order, or twice, come to the same.
 */
export function countRule(
  rule: CountableRule,
  customer: CustomerFacts,
  { store, now, tierBefore }: { store: RuleStore; now: Date; tierBefore: TierIdBefore },
): Counted {
  const module = ruleTypeOf(rule.type);
  const latest = rule.versions.at(-1);
  if (!latest) return { completions: [], progress: null };
  const facts = customer.facts
    .flatMap((fact) => countedFact(rule, { ...customer, tierBefore }, fact, store))
    .filter(({ fact }) => fact.at <= now)
    .sort(byTime);
  const counted = module.count({ facts, settings: latest.settings, store, now });
  return { ...counted, completions: withinLimits(rule, counted.completions, store) };
}

function countedFact(
  { type, versions }: CountableRule,
  customer: CustomerFacts & { tierBefore: TierIdBefore },
  given: Fact,
  store: RuleStore,
): CountedFact<RuleSettings>[] {
  const module = ruleTypeOf(type);
  if (!module.hears.includes(given.kind)) return [];
  // The version goes by when the fact happened. When it counts, as when an order is sent, may be later.
  const version = versions.findLast(({ since }) => since <= given.at);
  if (!version?.isActive || given.at < version.startsAt) return [];
  if (version.endsAt && given.at >= version.endsAt) return [];
  if (!isMeant(version.conditions, customer, given.at)) return [];
  const fact = narrowed(given, version.conditions);
  const at = fact && module.countsAt(fact, version.settings, store);
  if (!at) return [];
  return [{ fact: { ...fact, at }, settings: version.settings, version: version.version }];
}

function isMeant(
  { customer_settings: meant, tier_ids: tiers }: RuleConditions,
  { memberships, facts, tierBefore }: CustomerFacts & { tierBefore: TierIdBefore },
  at: Date,
): boolean {
  if (tiers) {
    const tier = tierBefore(at);
    if (tier === null || !tiers.includes(tier)) return false;
  }
  if (meant.apply_to === "members") {
    return memberships.some(({ from, until }) => from <= at && (!until || at < until));
  }
  if (meant.apply_to === "tagged") {
    return meant.tags.some((tag) => hadTag(facts, tag, at));
  }
  return true;
}

/** By the last change of the tag; of two at one instant it was added. Some were added before changes were written down. */
function hadTag(facts: readonly Fact[], tag: string, at: Date): boolean {
  let last: { at: Date; isOn: boolean } | null = null;
  for (const fact of facts) {
    const isChange = fact.kind === "tag_change" && fact.data.tag === tag;
    if (fact.at > at || !(isChange || (fact.kind === "tag" && fact.key === tag))) continue;
    const isOn = fact.kind === "tag" || fact.data.is_on === true;
    if (!last || fact.at > last.at || (fact.at >= last.at && isOn)) last = { at: fact.at, isOn };
  }
  return last?.isOn ?? false;
}

/** An order with only the goods that count; null when there are none of them. */
function narrowed(
  fact: Fact,
  { product_ids: ids, collection_ids: collections }: RuleConditions,
): Fact | null {
  if (fact.kind !== "order" || (!ids && !collections)) return fact;
  const { order } = fact;
  const products = order.products.filter(
    ({ productId, collectionIds = [] }) =>
      (productId !== null && ids?.includes(productId)) ||
      collectionIds.some((one) => collections?.includes(one)),
  );
  if (products.length === 0) return null;
  const paid = floor(products.reduce((sum, { net }) => add(sum, net), fraction(0)));
  const netMinor = order.hasAmount ? paid : 0;
  return { ...fact, order: { ...order, products, netMinor, isPurchase: paid > 0 } };
}

/** By time, and those of one instant by their keys, so that their order is always the same. */
function byTime({ fact: one }: { fact: Fact }, { fact: other }: { fact: Fact }): number {
  return one.at.getTime() - other.at.getTime() || (one.key < other.key ? -1 : 1);
}

/** The first ones that the limits of their version allow. The limit over all customers is kept where rewards are given. */
function withinLimits(
  { versions }: CountableRule,
  completions: readonly Completion[],
  { zone }: RuleStore,
): Completion[] {
  const limitsOf = new Map<number, RuleLimits>(
    versions.map(({ version, limits }) => [version, limits]),
  );
  let given = 0;
  const byDay = new Map<string, number>();
  return [...completions]
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.key < other.key ? -1 : 1))
    .filter(({ at, version, isFriends }) => {
      // Who came as a friend may bring as many friends as others.
      if (isFriends) return true;
      const limits = limitsOf.get(version);
      const day = formatDate(at, zone);
      const ofDay = byDay.get(day) ?? 0;
      if (given >= (limits?.per_customer ?? Number.POSITIVE_INFINITY)) return false;
      if (ofDay >= (limits?.per_customer_per_day ?? Number.POSITIVE_INFINITY)) return false;
      given += 1;
      byDay.set(day, ofDay + 1);
      return true;
    });
}
