import { z } from "zod";
import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";
import type {
  DiscountValue,
  PlatformContract,
  PlatformContractDiscount,
} from "#app/platform/platform-contract.ts";
import { isPlatformFailure, PlatformFailure } from "#app/platform/platform-failure.ts";
import { chargesLater } from "../../../billing/dates/charge-date.ts";
import type { ShopContext } from "../../../context.ts";
import { discountedGoods } from "../../../subscriptions/charges/discounted-lines.ts";
import { changeByDraft, commitDraft } from "../../activation/contract-draft.ts";
import type { PricedSubscription } from "../priced-subscription.ts";
import type { OfferTypeModule, RecordEffect, Situation } from "./offer-type-module.ts";

/** A lower price for a number of renewals, or for all of them. */
const rules = z
  .object({
    type: z.literal("discount_price"),
    discount_type: z.enum(["percentage", "fixed_amount"]),
    /** Per cent (whole, 1–100: the platform takes no fraction on a contract), or major units of the store's currency. */
    discount_value: z.number().positive("Must be more than 0."),
    /** Renewals that the discount lasts; null for all. */
    cycles: z.number().int().min(1).max(100).nullable(),
  })
  .superRefine((given, context) => {
    if (given.discount_type !== "percentage") return;
    if (!Number.isInteger(given.discount_value) || given.discount_value > 100) {
      context.addIssue({
        code: "custom",
        path: ["discount_value"],
        message: "A percentage is a whole number from 1 to 100.",
      });
    }
  });

type Rules = z.infer<typeof rules>;

/** The discount on the contract. `gid` is in the product's neutral form. */
const reward = z.object({
  gid: z.string(),
  title: z.string(),
  target_type: z.enum(["LINE_ITEM", "SHIPPING_LINE"]),
  recurring_cycle_limit: z.number().int().nullable(),
  usage_count: z.number().int(),
  applies_on_each_item: z.boolean(),
  discount_type: z.enum(["percentage", "fixed_amount"]),
  value: z.number(),
  deleted_at: z.string().nullable(),
});

type Reward = z.infer<typeof reward>;

interface Terms {
  discount: {
    discountType: "percentage" | "fixed_amount";
    discountValue: number;
    cycles: number | null;
    priceMinor: number;
    priceWithOfferMinor: number;
    currency: string;
    /** The renewal from which the full price is charged again; null when it never is, or nobody knows. */
    fullPriceFrom: Date | null;
  };
}

export const discountPrice: OfferTypeModule<Rules, Reward, Terms> = {
  rules,
  reward,
  costsIn: "contract_currency",
  amountIn: ({ discount_type, discount_value }) =>
    discount_type === "fixed_amount"
      ? { field: "discount_value", text: String(discount_value) }
      : null,
  fit(given, subscription) {
    const value = toDiscountValue(given, subscription.currency);
    if (value === null) return "impossible";
    // It would be shown as lowering the full price, which the shopper does not pay.
    if (subscription.isDiscounted) return "pointless";
    return discountedPrice(subscription, value) < subscription.priceMinor ? "good" : "pointless";
  },
  price(given, subscription) {
    return discountedPrice(subscription, requireDiscountValue(given, subscription.currency));
  },
  terms: (given, situation) =>
    termsFor(given, situation, {
      cyclesLeft: given.cycles,
      priceWithOfferMinor: discountPrice.price(given, situation.subscription),
    }),
  acceptedTerms(_given, situation, { reward: kept, now, priceWithOfferMinor }) {
    const cyclesLeft = cyclesLeftOf(kept);
    if (cyclesLeft === 0) return null;
    const { discount_type, value: discount_value, recurring_cycle_limit: cycles } = kept;
    const as = { discount_type, discount_value, cycles };
    return termsFor(as, { ...situation, now }, { cyclesLeft, priceWithOfferMinor });
  },
  // Charges use it up.
  overAt: () => null,
  async apply(context, { claim, subscription, rules: given, name }) {
    const contract = await changeByDraft(context, claim, subscription, {
      kind: "add_discount",
      title: name,
      value: requireDiscountValue(given, subscription.currency),
      recurringCycleLimit: given.cycles,
    });
    return recordDiscount(context, claim, contract);
  },
  mayHaveTakenEffect: ({ draftId }) => draftId !== null,
  async settle(context, { claim, subscription }) {
    return recordDiscount(context, claim, await commitDraft(context, claim, subscription));
  },
  async withdraw(context, { claim, subscription }) {
    if (claim.discountGid) await removeDiscount(context, subscription, claim.discountGid);
    return async () => 0;
  },
  cost({ state, reward: kept, ...prices }) {
    const { usage_count: used } = kept;
    const perCycleMinor = Math.max(0, prices.priceMinor - prices.priceWithOfferMinor);
    const cyclesLeft = state === "active" ? (cyclesLeftOf(kept) ?? "all") : 0;
    return { costMinor: perCycleMinor * used, isEstimate: used > 0, cyclesLeft };
  },
};

/** The discount as the platform takes it; null when its amount does not fit the currency. */
function toDiscountValue(given: Rules, currency: string): DiscountValue | null {
  if (given.discount_type === "percentage") {
    return { kind: "percentage", percentage: given.discount_value };
  }
  const amountMinor = parseDecimalToMinor(String(given.discount_value), currency);
  return amountMinor === null ? null : { kind: "fixed_amount", amountMinor, currency };
}

function requireDiscountValue(given: Rules, currency: string): DiscountValue {
  const value = toDiscountValue(given, currency);
  if (value) return value;
  throw new RangeError(`${given.discount_value} has more decimals than ${currency} knows.`);
}

/** Renewals that it still lowers; null without an end. */
function cyclesLeftOf({ recurring_cycle_limit: limit, usage_count }: Reward): number | null {
  return limit === null ? null : Math.max(0, limit - usage_count);
}

/** Price of one cycle with the discount, as the platform charges it; never below zero. */
function discountedPrice({ lines }: PricedSubscription, value: DiscountValue): number {
  return discountedGoods(lines, [{ value, appliesOnEachItem: false }]);
}

function termsFor(
  given: Pick<Rules, "discount_type" | "discount_value" | "cycles">,
  { subscription, now }: Situation,
  { cyclesLeft, priceWithOfferMinor }: { cyclesLeft: number | null; priceWithOfferMinor: number },
): Terms {
  const { renewal } = subscription;
  const fullPriceFrom =
    cyclesLeft === null || renewal === null ? null : chargesLater(renewal, cyclesLeft);
  return {
    discount: {
      discountType: given.discount_type,
      discountValue: given.discount_value,
      cycles: given.cycles,
      priceMinor: subscription.priceMinor,
      priceWithOfferMinor,
      currency: subscription.currency,
      fullPriceFrom: fullPriceFrom && fullPriceFrom > now ? fullPriceFrom : null,
    },
  };
}

/** Which discount is ours is known only since the draft was written, later than the claim was read. */
async function recordDiscount(
  context: ShopContext,
  claim: AppliedOffer,
  contract: PlatformContract,
): Promise<RecordEffect<Reward>> {
  const { discountGid } = await context.db.prisma.appliedOffer.findUniqueOrThrow({
    where: { shopId_id: { shopId: claim.shopId, id: claim.id } },
    select: { discountGid: true },
  });
  const discount = contract.discounts.find((candidate) => candidate.gid === discountGid);
  if (!discount) {
    throw new PlatformFailure("refused", "the discount did not appear on the contract");
  }
  return async () => ({ reward: toReward(discount), ...pricesOn(contract, discount) });
}

/** What the columns of an applied offer say that its discount comes to. */
export type KeptDiscount = { reward: Reward } & DiscountPrices;

type DiscountPrices = Pick<AppliedOffer, "priceMinor" | "priceWithOfferMinor">;

/**
 * A kept discount, brought up to the contract, where anybody may have changed the prices, the quantities or the discount itself.
 * One that is used up keeps the prices with which it was.
 *
 * @param discount as the contract has it.
 */
export function discountNow(
  kept: KeptDiscount,
  contract: PlatformContract,
  discount: PlatformContractDiscount,
): KeptDiscount {
  const now = { ...toReward(discount), deleted_at: kept.reward.deleted_at };
  const isUsedUp = cyclesLeftOf(now) === 0;
  return { reward: now, ...(isUsedUp ? pricesIn(kept) : pricesOn(contract, discount)) };
}

/** Of one cycle before the discount and with it. Where the contract has other discounts too, they are in the platform's own figure. */
function pricesOn(
  { lines, discounts, priceMinor }: PlatformContract,
  own: PlatformContractDiscount,
): DiscountPrices {
  const isAlone = !discounts.some((other) => other !== own && other.targetType === "LINE_ITEM");
  const priceWithOfferMinor = isAlone
    ? lines.reduce((sum, { discountedMinor }) => sum + discountedMinor, 0)
    : discountedGoods(lines, [own]);
  return { priceMinor: BigInt(priceMinor), priceWithOfferMinor: BigInt(priceWithOfferMinor) };
}

function pricesIn({ priceMinor, priceWithOfferMinor }: DiscountPrices): DiscountPrices {
  return { priceMinor, priceWithOfferMinor };
}

function toReward(discount: PlatformContractDiscount): Reward {
  const { value } = discount;
  return {
    gid: discount.gid.replace(/^gid:\/\/[^/]+\//, "gid://platform/"),
    title: discount.title,
    target_type: discount.targetType,
    recurring_cycle_limit: discount.recurringCycleLimit,
    usage_count: discount.usageCount,
    applies_on_each_item: discount.appliesOnEachItem,
    discount_type: value.kind,
    value:
      value.kind === "percentage"
        ? value.percentage
        : Number(formatMinor(value.amountMinor, value.currency)),
    deleted_at: null,
  };
}

/**
 * Takes the discount off. A platform that refuses to change a contract that has ended leaves no harm:
 * such a contract charges nobody any more.
 */
async function removeDiscount(
  context: ShopContext,
  subscription: { platformContractId: bigint; status: string },
  discountGid: string,
): Promise<void> {
  try {
    const contractId = Number(subscription.platformContractId);
    await context.platform.removeContractDiscount(contractId, discountGid);
  } catch (error) {
    const isOver = subscription.status === "cancelled";
    if (!isOver || !isPlatformFailure(error) || error.kind !== "refused") throw error;
    context.log.info({ err: error }, "the discount stays on a contract that has ended");
  }
}
