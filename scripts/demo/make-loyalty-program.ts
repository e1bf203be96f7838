import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";

/** So long the program has run when a visitor comes. */
const DAYS = 60;

const points = (number: number) => ({ reward_type: "points", points: number });
const percent = (discount_amount: number) => ({
  ...{ reward_type: "discount", discount_type: "percentage", discount_amount },
  expires_in_days: 90,
});

/**
 * Makes the demo's loyalty program by the merchant's own actions: an active rule of each type, three tiers, and what points
 * can be redeemed for. What customers have done in the last weeks counts. What is there already is left as it is.
 */
export async function makeLoyaltyProgram(app: AppContext, shop: Shop): Promise<void> {
  const context = openShop(app, shop, { kind: "merchant", name: "Mia Example" });
  // Where there are tiers already nothing is saved.
  await saveLadder(context, { version: 0, input: { basis: "spend", tiers: TIERS } });
  const { prisma } = app.db;
  const where = { shopId: shop.id };
  const types = new Set((await prisma.loyaltyRule.findMany({ where })).map(({ type }) => type));
  const zone = shop.ianaTimezone;
  const startDate = formatDate(addDays(context.clock.now(), -DAYS, zone), zone);
  for (const rule of await rulesOf(context)) {
    if (types.has(rule.type)) continue;
    await createRule(context, { status: "active", startDate, ...rule });
  }
  const names = new Set(
    (await prisma.loyaltyPointReward.findMany({ where })).map(({ name }) => name),
  );
  for (const one of POINT_REWARDS) {
    if (!names.has(one.name)) await createPointReward(context, { ...one, isActive: true });
  }
}

const TIERS = [
  {
    ...{ id: null, name: "Seedling", threshold: 50_00, multiplier: 100 },
    perks: "Early word of new plants",
  },
  {
    ...{ id: null, name: "Gardener", threshold: 200_00, multiplier: 125 },
    perks: "A quarter more points\nEarly word of new plants",
    entryReward: points(100),
  },
  {
    ...{ id: null, name: "Head gardener", threshold: 600_00, multiplier: 150 },
    perks: "Half as many more points\nA plant doctor by email",
    entryReward: points(300),
  },
];

const POINT_REWARDS = [
  {
    name: "Free delivery",
    points: 200,
    reward: { reward_type: "free_shipping", expires_in_days: 90 },
  },
  {
    name: "Credit to spend as you like",
    points: 500,
    reward: { reward_type: "store_credit", credit_amount: 5 },
  },
  { name: "10% off an order", points: 800, reward: percent(10) },
];

async function rulesOf({
  db,
  shop,
}: ShopContext): Promise<({ type: string } & Record<string, unknown>)[]> {
  const group = await db.prisma.planGroup.findFirstOrThrow({
    where: { shopId: shop.id, kind: "product", removedAt: null },
    orderBy: { id: "asc" },
  });
  return [
    {
      ...{ type: "points_for_purchases", name: "Points for purchases" },
      settings: { points_per_dollar: 1 },
    },
    {
      ...{ type: "goal_spend", name: "150 in a year" },
      settings: { goal_amount: 150, period: "year" },
      reward: percent(10),
    },
    {
      ...{ type: "punch_card", name: "Every tenth order" },
      settings: { required_purchases: 10, minimum_order_amount: 10 },
      reward: percent(20),
    },
    {
      ...{ type: "membership_recharge_punch_card", name: "Half a year of membership" },
      settings: { required_recharges: 6 },
      reward: { reward_type: "free_shipping", expires_in_days: 90 },
    },
    {
      ...{ type: "product_recharge_punch_card", name: `Four deliveries of ${group.name}` },
      settings: { required_recharges: 4, plan_group_id: Number(group.id) },
      reward: points(150),
    },
    {
      ...{ type: "custom_action", name: "Plant quiz" },
      settings: { action_key: "plant_quiz", required_actions: 3, one_time_only: false },
      reward: points(30),
    },
    { type: "create_account", name: "Welcome", settings: {}, reward: points(50) },
    { type: "email_subscription", name: "Our newsletter", settings: {}, reward: points(50) },
    { type: "sms_subscription", name: "Text messages", settings: {}, reward: points(50) },
    {
      ...{ type: "birthday_reward", name: "Happy birthday" },
      settings: { days_before: 0, minimum_membership_days: 0 },
      reward: percent(15),
    },
    {
      ...{ type: "anniversary_reward", name: "Another year together" },
      settings: { basis: "account", every_years: 1 },
      reward: points(200),
    },
    {
      ...{ type: "social", name: "Follow us on Instagram" },
      settings: { network: "instagram", url: "https://example.com/instagram" },
      reward: points(20),
    },
    {
      ...{ type: "referral", name: "Bring a friend" },
      settings: { required_referrals: 1, minimum_order_amount: 20 },
      reward: points(500),
    },
    {
      ...{ type: "customer_tag", name: "Friends of the house" },
      settings: { tag: "vip" },
      reward: points(100),
    },
    {
      ...{ type: "reviews", name: "Say what you think" },
      settings: { required_reviews: 1 },
      reward: points(25),
    },
    {
      ...{ type: "upload_receipt", name: "Bought elsewhere" },
      settings: { points_per_dollar: 1, maximum_amount: 200 },
    },
  ];
}
