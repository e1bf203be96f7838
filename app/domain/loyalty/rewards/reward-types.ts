import { z } from "zod";
import { toMinor } from "../rules/money-and-points.ts";
import { amount, id, positiveAmount } from "../rules/setting-schemas.ts";
import type { RewardTypeModule } from "./reward-type-module.ts";

const expires_in_days = z.number().int().min(1).max(3_650).nullable().default(null);
/** Of every reward that becomes a code: whether it may be used together with other discounts. */
const ofCode = { expires_in_days, combines: z.boolean().default(true) };
const productIds = z.array(id).min(1).max(100);
const quantity = z.number().int().min(1).max(100);
/** A percentage, or an amount in major units of the store's currency. */
const discount = {
  discount_type: z.enum(["percentage", "fixed_amount"]),
  discount_amount: positiveAmount,
};

/** Of a reward on a subscription: so many renewals it lasts. */
const cycles = z.number().int().min(1).max(100);

/** Gives one piece, whatever it is worth. */
const piece = () => 1;

function typed<const T extends string, S extends z.ZodRawShape>(reward_type: T, shape: S) {
  return z.strictObject({ reward_type: z.literal(reward_type), ...shape });
}

function module<R>(one: RewardTypeModule<R>): RewardTypeModule<R> {
  return one;
}

/** The closed set of rewards. A discount-like one becomes a code of the platform and a coupon. */
const modules = {
  points: module({
    rules: typed("points", { points: z.number().int().min(1).max(10_000_000) }),
    unit: "points",
    amount: ({ points }) => points,
    describe: ({ points }, { count }) => count(points, "point"),
  }),
  store_credit: module({
    rules: typed("store_credit", { credit_amount: positiveAmount, expires_in_days }),
    unit: "money",
    amount: ({ credit_amount }, { currency }) => toMinor(credit_amount, currency),
    describe: ({ credit_amount }, { money }) => `${money(credit_amount)} of store credit`,
  }),
  discount: module({
    rules: typed("discount", {
      ...discount,
      applies_to: z.enum(["order", "products"]).default("order"),
      product_ids: productIds.nullable().default(null),
      minimum_amount: amount.nullable().default(null),
      ...ofCode,
    }),
    unit: "coupon",
    amount: piece,
    describe: ({ discount_type, discount_amount, applies_to, minimum_amount }, words) => {
      const off =
        discount_type === "percentage"
          ? `${words.number(discount_amount)}%`
          : words.money(discount_amount);
      const min = minimum_amount ? ` of at least ${words.money(minimum_amount)}` : "";
      return `a coupon for ${off} off ${applies_to === "order" ? `an order${min}` : `some products in an order${min}`}`;
    },
  }),
  free_product: module({
    rules: typed("free_product", { product_id: id, ...ofCode }),
    unit: "coupon",
    amount: piece,
    describe: () => "a coupon for a free product",
  }),
  free_shipping: module({
    rules: typed("free_shipping", ofCode),
    unit: "coupon",
    amount: piece,
    describe: () => "a coupon for free shipping",
  }),
  buy_x_get_y: module({
    rules: typed("buy_x_get_y", {
      buy_quantity: quantity,
      buy_product_ids: productIds,
      get_quantity: quantity,
      get_product_ids: productIds,
      ...ofCode,
    }),
    unit: "coupon",
    amount: piece,
    describe: ({ buy_quantity, get_quantity }, { number }) =>
      `a coupon with which who buys ${number(buy_quantity)} gets ${number(get_quantity)} free`,
  }),
  contract_discount: module({
    rules: typed("contract_discount", { ...discount, cycles }),
    unit: "contract",
    amount: piece,
    describe: ({ discount_type, discount_amount, cycles }, words) => {
      const off =
        discount_type === "percentage"
          ? `${words.number(discount_amount)}%`
          : words.money(discount_amount);
      return `${off} off the next ${cycles === 1 ? "renewal" : words.count(cycles, "renewal")} of the subscription`;
    },
  }),
  contract_free_product: module({
    rules: typed("contract_free_product", { product_id: id, cycles }),
    unit: "contract",
    amount: piece,
    describe: ({ cycles }, { count }) =>
      `a free product with the next ${cycles === 1 ? "renewal" : count(cycles, "renewal")} of the subscription`,
  }),
};

export type RewardType = keyof typeof modules;
export type RewardRulesOf<T extends RewardType> = z.infer<(typeof modules)[T]["rules"]>;
export type RewardRules = { [T in RewardType]: RewardRulesOf<T> }[RewardType];

const schemas = Object.values(modules).map(({ rules }) => rules) as unknown as [
  z.ZodObject<{ reward_type: z.ZodLiteral<RewardType> }>,
];

/** Any reward, with the checks that concern two of its fields. */
export const rewardRulesSchema = z
  .discriminatedUnion("reward_type", schemas)
  .superRefine((given, context) => {
    const problem = problemOf(given as RewardRules);
    if (problem) context.addIssue({ code: "custom", ...problem });
  }) as unknown as z.ZodType<RewardRules>;

function problemOf(given: RewardRules): { path: string[]; message: string } | null {
  if (
    "discount_type" in given &&
    given.discount_type === "percentage" &&
    given.discount_amount > 100
  )
    return { path: ["discount_amount"], message: "A percentage is at most 100." };
  // The platform takes no fraction on a contract.
  if (
    given.reward_type === "contract_discount" &&
    given.discount_type === "percentage" &&
    !Number.isInteger(given.discount_amount)
  )
    return { path: ["discount_amount"], message: "Give a whole number of percent." };
  if (given.reward_type === "discount" && given.applies_to === "products" && !given.product_ids)
    return { path: ["product_ids"], message: "Name the products that the discount is for." };
  return null;
}

export const ONLY_BY_RENEWALS = "A reward on a subscription can only be earned by its renewals.";

/** Rewards where no renewal earns them: there is no subscription to put them on. */
export const rewardOutsideContracts = rewardRulesSchema.refine(
  (given) => rewardTypeOf(given).unit !== "contract",
  {
    path: ["reward_type"],
    message: ONLY_BY_RENEWALS,
  },
);

/** The module of a reward's type. It takes only rewards of that type. */
export function rewardTypeOf({ reward_type }: RewardRules): RewardTypeModule<RewardRules> {
  return modules[reward_type] as unknown as RewardTypeModule<RewardRules>;
}
