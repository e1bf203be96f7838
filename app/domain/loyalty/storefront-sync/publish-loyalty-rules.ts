import { firstWithin } from "#app/lib/first-within.ts";
import type { ShopContext } from "../../context.ts";
import { listPointRewards } from "../point-rewards/list-point-rewards.ts";
import { type ListedRule, listRules } from "../read/list-rules.ts";
import { toRewardTerms } from "../rewards/reward-terms.ts";
import { toMinor } from "../rules/money-and-points.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import type { RuleConditions } from "../rules/rule-terms.ts";
import { ruleTypeOf } from "../rules/rule-types.ts";
import { readLadders } from "../tiers/read-ladders.ts";

/** The platform keeps 128 KiB; the rest is for what stands around the rules. */
const MAX_RULE_BYTES = 120 * 1024;

/** Point rewards by themselves: the tiers beside them take up to 40 KiB. */
const MAX_OFFER_BYTES = 80 * 1024;

/**
 * Writes what the loyalty blocks are rendered with: the active rules in the merchant's order, the tiers, and what points can be
 * redeemed for. Safe to repeat.
 */
export async function publishLoyaltyRules(context: ShopContext): Promise<void> {
  const { shop } = context;
  const rules = await listRules(context, { type: null, status: RULE_STATUS.active });
  const ladder = (await readLadders(context.db.prisma, shop.id)).at(-1);
  const tiers = ladder?.tiers ?? [];
  await context.platform.publishShopData("loyalty", "rules", {
    currency: shop.currency,
    // In hundredths: what points are multiplied by.
    tiers: tiers.map(({ id, multiplier }) => ({ id, multiplier })),
    rules: firstWithin(
      await Promise.all(rules.map((rule) => describe(context, rule))),
      MAX_RULE_BYTES,
    ),
  });
  const offered = await listPointRewards(context);
  await context.platform.publishShopData("loyalty", "offers", {
    currency: shop.currency,
    // What lifts: points, spend in minor units, or orders.
    basis: ladder?.basis ?? null,
    tiers: tiers.map(({ id, name, threshold, multiplier, perks, entryReward }) => ({
      ...{ id, name, threshold, multiplier, perks },
      entry_reward: entryReward && toRewardTerms(entryReward, shop.currency),
    })),
    point_rewards: firstWithin(
      offered.map(({ id, name, points, reward }) => ({
        ...{ id: Number(id), name, points },
        reward: toRewardTerms(reward, shop.currency),
        expires_in_days: "expires_in_days" in reward ? reward.expires_in_days : null,
      })),
      MAX_OFFER_BYTES,
    ),
  });
}

/** As Liquid reads it, which shows nobody whom a rule is for: it only decides by it. */
async function describe(context: ShopContext, rule: ListedRule): Promise<object> {
  const { shop, clock } = context;
  const { type, settings, reward, conditions } = rule;
  const store = { currency: shop.currency, zone: shop.ianaTimezone };
  const { progress } = ruleTypeOf(type).count({ facts: [], settings, store, now: clock.now() });
  const isOfOneOrder = "period" in settings && settings.period === "order";
  const { customer_settings: meant } = conditions;
  return {
    id: Number(rule.id),
    type,
    name: rule.name,
    description: rule.description,
    // Whole units of the store's currency for goals, else a number of times. On the way to one order's goal there is nothing yet.
    required: isOfOneOrder ? null : (progress?.required ?? null),
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
function friendOf({ settings }: ListedRule, currency: string): object | null {
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
function rateOf({ settings }: ListedRule, currency: string): object | null {
  if (!("points_per_dollar" in settings)) return null;
  const minimum = "minimum_order" in settings ? settings.minimum_order : 0;
  return {
    hundredths: Math.round(settings.points_per_dollar * 100),
    minimum_minor: toMinor(minimum, currency),
    minimum_hundredths: Math.round(minimum * 100),
  };
}
