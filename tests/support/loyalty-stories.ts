import { expect } from "vitest";
import { saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "./loyalty.ts";
import type { TestShop } from "./test-shop.ts";

/** How customers come to what a type of rule rewards, the moment they do it. */
export interface Story {
  type: string;
  /** Whether a customer can do it only once. */
  isOnce?: true;
  /** Whether the rule itself says how many points it gives. */
  givesItself?: true;
  /** Settings by which doing it once gives so many points. */
  settings(points: number): object;
  limits?: object;
  /** Settings by which it has to be done three times, where that is possible. */
  threeTimes?: object;
  /** Does it. The same number for the same customer is the same once more. */
  act(shop: TestShop, customer: LoyalCustomer, number: number): Promise<void>;
}

/** The stand-in's prices hold 19% tax: this is 10.00 net. */
const TEN_NET = "11.90";

export const STORIES: Story[] = [
  {
    ...{ type: "points_for_purchases", givesItself: true },
    settings: (points) => ({ points_per_dollar: points / 10 }),
    act: placeOrder,
  },
  { type: "goal_spend", settings: () => ({ goal_amount: 10 }), act: placeOrder },
  {
    type: "punch_card",
    settings: () => ({ required_purchases: 1, minimum_order_amount: 10 }),
    threeTimes: { required_purchases: 3, minimum_order_amount: 10 },
    act: placeOrder,
  },
  {
    type: "custom_action",
    settings: () => ({ action_key: "quiz" }),
    threeTimes: { action_key: "quiz", required_actions: 3 },
    act: report("quiz"),
  },
  {
    type: "reviews",
    settings: () => ({ required_reviews: 1 }),
    threeTimes: { required_reviews: 3 },
    act: report("review"),
  },
  {
    type: "referral",
    settings: () => ({ required_referrals: 1 }),
    threeTimes: { required_referrals: 3 },
    act: report("referral"),
  },
  {
    ...{ type: "social", isOnce: true },
    settings: () => ({ network: "instagram", url: "https://example.com/us" }),
    act: report("social:Instagram"),
  },
  {
    ...{ type: "customer_tag", isOnce: true },
    settings: () => ({ tag: "VIP" }),
    act: async (shop, { cid }) => {
      await done(shop, `customers/${cid}/tags`, { remove: ["VIP"] });
      await done(shop, `customers/${cid}/tags`, { add: ["VIP"] });
    },
  },
  {
    ...{ type: "email_subscription", isOnce: true },
    settings: () => ({}),
    act: agree("email"),
  },
  { ...{ type: "sms_subscription", isOnce: true }, settings: () => ({}), act: agree("sms") },
  {
    ...{ type: "create_account", isOnce: true },
    settings: () => ({}),
    act: async (shop, { cid }) => {
      expect((await shop.proxy("/loyalty/rules", { cid })).status).toBe(200);
      await shop.quiet();
    },
  },
  {
    ...{ type: "upload_receipt", givesItself: true },
    settings: (points) => ({
      points_per_dollar: points / 10,
      auto_approve: true,
      maximum_points: 1000,
    }),
    limits: { per_customer: 1000 },
    act: async (shop, { cid }, number) => {
      const day = `2026-01-${10 + number}`;
      const { status } = await shop.proxy(`/loyalty/customers/${cid}/receipts`, {
        cid,
        query: { retailer: `Shop ${cid}`, purchased_on: day, total: "10" },
        file: new Blob([PNG], { type: "image/png" }),
      });
      // It is there already, or no rule asks for any more.
      expect([200, 409, 404]).toContain(status);
      await shop.quiet();
    },
  },
];

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from("\0\0\0\rIHDR\0\0\x05\0\0\0\x07\0 what the camera saw IEND"),
]);

const placed = new WeakMap<LoyalCustomer, Set<number>>();

async function placeOrder(shop: TestShop, customer: LoyalCustomer, number: number): Promise<void> {
  const numbers = placed.get(customer) ?? new Set();
  placed.set(customer, numbers);
  if (numbers.has(number)) return countAgain(shop, customer);
  numbers.add(number);
  // What is told of it is told three times.
  await shop.control("webhooks", { duplicate: 2, reorder: true });
  await customer.order(TEN_NET);
}

function report(action_key: string): Story["act"] {
  return async (shop, { cid }, number) => {
    const body = { customer_id: cid, action_key, event_id: `${cid}/${number}` };
    expect((await shop.core("/loyalty/actions", { body })).status).toBe(200);
    await shop.quiet();
  };
}

function agree(channel: "email" | "sms"): Story["act"] {
  return async (shop, { cid }) => {
    await done(shop, `customers/${cid}/marketing`, { [channel]: "unsubscribed" });
    await done(shop, `customers/${cid}/marketing`, { [channel]: "subscribed" });
  };
}

async function done(shop: TestShop, name: string, body: Record<string, unknown>): Promise<void> {
  const answer = await shop.control(name, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await shop.quiet();
}

/** A rule that gives so many points for doing it once. */
export function makeStoryRule(
  shop: TestShop,
  story: Story,
  points: number,
  more: Record<string, unknown> = {},
) {
  return makeRule(shop, { ...inputOf(story, points), ...more });
}

/** Changes such a rule as the merchant does: from now on it gives so many. */
export async function editStoryRule(
  shop: TestShop,
  story: Story,
  rule: Awaited<ReturnType<typeof makeRule>>,
  points: number,
): Promise<void> {
  const saved = await saveRule(await shop.context(), {
    ...{ ruleId: rule.id, version: rule.updatedAt.toISOString() },
    input: {
      ...{ name: "Rule", status: "active", startDate: "2020-01-01" },
      ...inputOf(story, points),
    },
  });
  expect(saved.outcome).toBe("saved");
}

function inputOf({ type, settings, givesItself, limits = {} }: Story, points: number) {
  const reward = givesItself ? {} : { reward: { reward_type: "points", points } };
  return { type, settings: settings(points), limits, ...reward };
}

let people = 0;

/** Somebody without a subscription, who has an address and a phone. */
export async function newPerson(shop: TestShop): Promise<LoyalCustomer> {
  people += 1;
  const phone = `+49151${String(10_000_000 + people)}`;
  const { body } = await shop.control("customers", { phone });
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

/** All points that a customer has, whether they can be spent yet or not. */
export async function pointsOf(customer: LoyalCustomer): Promise<number> {
  const { available, pending } = await customer.points();
  return available + pending;
}

/** The store's day, `YYYY-MM-DD`. */
export async function todayIn(shop: TestShop): Promise<string> {
  const { clock, shop: row } = await shop.context();
  return formatDate(clock.now(), row.ianaTimezone);
}

/** Moves the clock to so many seconds before (or, below zero, after) the end of the store's day. */
export async function goToDaysEnd(shop: TestShop, secondsBefore: number): Promise<void> {
  const { clock, shop: row } = await shop.context();
  const now = clock.now();
  const tomorrow = formatDate(addDays(now, 1, row.ianaTimezone), row.ianaTimezone);
  const midnight = startOfDate(tomorrow, row.ianaTimezone);
  if (!midnight) throw new Error(`${tomorrow} is no day`);
  const seconds = Math.floor((midnight.getTime() - now.getTime()) / 1000) - secondsBefore;
  await passTime(shop, `PT${seconds}S`);
}

export async function passTime(shop: TestShop, duration: string): Promise<void> {
  const { status, body } = await shop.control("clock", { advance: duration });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
}
