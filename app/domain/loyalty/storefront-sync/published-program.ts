import { firstWithin } from "#app/lib/first-within.ts";
import { currencyExponent } from "#app/lib/money.ts";
import type { ShopContext } from "../../context.ts";
import type { OfferedPointReward } from "../point-rewards/list-point-rewards.ts";
import type { ListedRule } from "../read/list-rules.ts";
import { toRewardTerms } from "../rewards/reward-terms.ts";
import { toMinor } from "../rules/money-and-points.ts";
import type { RuleConditions } from "../rules/rule-terms.ts";
import { shownGoal } from "../rules/shown-goal.ts";
import type { Ladder } from "../tiers/ladder.ts";

/** The platform keeps 128 KiB; the rest is for what stands around the rules. */
const MAX_RULE_BYTES = 120 * 1024;

/** Point rewards by themselves: the tiers beside them take up to 40 KiB. */
const MAX_OFFER_BYTES = 80 * 1024;

/** Whether a rule counts is not said: only active ones are published. */
export type PublishableRule = Omit<ListedRule, "status">;

/** The app's metafield `loyalty.rules`: the rules, and what tiers multiply points by. */
export function publishedProgram(
  currency: string,
  tiers: Ladder["tiers"],
  rules: readonly PublishedRule[],
) {
  return {
    currency,
    currency_digits: currencyExponent(currency),
    // In hundredths: what points are multiplied by.
    tiers: tiers.map(({ id, multiplier }) => ({ id, multiplier })),
    rules: firstWithin(rules, MAX_RULE_BYTES),
  };
}

/** The app's metafield `loyalty.offers`: the tiers, and what points can be redeemed for. */
export function publishedOffers(
  currency: string,
  ladder: Pick<Ladder, "basis" | "tiers"> | undefined,
  offered: readonly OfferedPointReward[],
) {
  return {
    currency,
    currency_digits: currencyExponent(currency),
    // What lifts: points, spend in minor units, or orders.
    basis: ladder?.basis ?? null,
    tiers: (ladder?.tiers ?? []).map(({ id, name, threshold, multiplier, perks, entryReward }) => ({
      ...{ id, name, threshold, multiplier, perks },
      entry_reward: entryReward && toRewardTerms(entryReward, currency),
    })),
    point_rewards: firstWithin(
      offered.map(({ id, name, points, reward }) => ({
        ...{ id: Number(id), name, points },
        reward: toRewardTerms(reward, currency),
        expires_in_days: "expires_in_days" in reward ? reward.expires_in_days : null,
      })),
      MAX_OFFER_BYTES,
    ),
  };
}

/** What Liquid reads of a rule. */
export type PublishedRule = Awaited<ReturnType<typeof publishedRule>>;

/** A rule as Liquid reads it, which shows nobody whom it is for: it only decides by it. */
export async function publishedRule(context: ShopContext, rule: PublishableRule) {
  const { shop, clock } = context;
  const { type, settings, reward, conditions } = rule;
  const store = { currency: shop.currency, zone: shop.ianaTimezone };
  const { customer_settings: meant } = conditions;
  return {
    id: Number(rule.id),
    type,
    name: rule.name,
    description: rule.description,
    required: shownGoal(rule, store, clock.now()),
    reward: reward && toRewardTerms(reward, shop.currency),
    rate: rateOf(rule, shop.currency),
    friend: friendOf(rule, shop.currency),
    retailers: "retailers" in settings ? settings.retailers : null,
    apply_to: meant.apply_to,
    tags: meant.apply_to === "tagged" ? meant.tags : [],
    tier_ids: conditions.tier_ids ?? null,
    product_ids: await goodsOf(context, conditions),
    start_date: rule.startDate,
    end_date: rule.endDate,
  };
}

/** What a friend gets who comes by a link, and what their first order has to come to. */
function friendOf({ settings }: PublishableRule, currency: string) {
  if (!("friend_reward" in settings)) return null;
  const { friend_reward: reward, minimum_order_amount: least, link_days } = settings;
  return {
    reward: reward && toRewardTerms(reward, currency),
    minimum_minor: toMinor(least, currency),
    link_days,
  };
}

/** A page knows a product and not its collections. Of more goods than this, the first are told of: it promises too little then. */
const MOST_GOODS = 1_000;

/** The products that count, those in collections among them; null for all. */
async function goodsOf(
  { db, shop }: ShopContext,
  { product_ids: products, collection_ids: collections }: RuleConditions,
): Promise<number[] | null> {
  if (!collections) return products;
  const rows = await db.prisma.loyaltyCollectionProduct.findMany({
    where: { shopId: shop.id, collectionId: { in: collections.map(BigInt) }, until: null },
    orderBy: { productId: "asc" },
    distinct: ["productId"],
    take: MOST_GOODS,
    select: { productId: true },
  });
  const known = new Set([...(products ?? []), ...rows.map(({ productId }) => Number(productId))]);
  return [...known].slice(0, MOST_GOODS);
}

/**
 * Points for money: hundredths of a point for one unit of the currency, and what an order has to come to, also as prices are in
 * Liquid, in hundredths whatever the currency has.
 */
function rateOf({ settings }: PublishableRule, currency: string) {
  if (!("points_per_dollar" in settings)) return null;
  const minimum = "minimum_order" in settings ? settings.minimum_order : 0;
  return {
    hundredths: Math.round(settings.points_per_dollar * 100),
    minimum_minor: toMinor(minimum, currency),
    minimum_hundredths: Math.round(minimum * 100),
  };
}
