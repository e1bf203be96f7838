import { deliveriesPerCharge } from "../contracts/deliveries-per-charge.ts";
import type { Devstore } from "../devstore.ts";
import type { Cart } from "../discounts/discount-cart.ts";
import { type CodeErrorKind, combine, findAccessError } from "../discounts/find-code-error.ts";
import { type Redeemed, settleDiscounts } from "../discounts/settle-discounts.ts";
import { shareOf } from "../discounts/share-amount.ts";
import { InputError, MissingError } from "../input-error.ts";
import type {
  DevProduct,
  DevSellingPlan,
  DevSellingPlanGroup,
  DevVariant,
  SellingPlanPricing,
} from "../state/catalog.ts";
import type { PricingPolicy } from "../state/contract.ts";
import type { DevCustomer } from "../state/customer.ts";
import type { DevDiscountCode } from "../state/discount-code.ts";
import type { DevOrderLine } from "../state/order.ts";
import type { Presentment } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import type { OrderExtras } from "./record-order.ts";

export interface CheckoutInput extends GoodsInput {
  cid: number;
  /** What the cart carries beside its goods. */
  attributes?: { key: string; value: string }[];
  extras?: OrderExtras;
  /** What the shopper pays in; the shop's currency unless said. */
  presentment?: Presentment | undefined;
}

/** A cart, of somebody or of nobody yet. */
interface GoodsInput {
  /** Left out with a plan, the plan's own product is bought once. */
  lines: { variantId: number; quantity: number; planId?: number | null }[];
  /** A selling plan, with which every line is bought that does not name its own. */
  planId: number | null;
  discountCodes: string[];
  /** The checkout accepted the codes earlier, and honors them whatever has changed since. */
  honorsCodes?: boolean;
}

export interface Bought {
  product: DevProduct;
  variant: DevVariant;
  quantity: number;
  unitPriceMinor: number;
  /** Null for what is bought once. */
  plan: DevSellingPlan | null;
}

/** What orders of goods pay for their delivery. */
const shippingMinor = 490;

/** Before discounts. */
export function shippingMinorOf(bought: readonly Pick<Bought, "variant">[]): number {
  return bought.some(({ variant }) => variant.requiresShipping) ? shippingMinor : 0;
}

/** How the line of an order is taxed that sells this: a gift card never is. */
export function taxationOf({
  product,
  variant,
}: Pick<Bought, "product" | "variant">): Pick<DevOrderLine, "isUntaxed" | "isGiftCard"> {
  return {
    ...((product.isGiftCard || !variant.taxable) && { isUntaxed: true }),
    ...(product.isGiftCard && { isGiftCard: true }),
  };
}

/** What a checkout asks for, before anybody has paid. */
interface PricedCheckout extends PricedGoods {
  customer: DevCustomer;
}

interface PricedGoods {
  bought: Bought[];
  /** After the discounts. */
  cart: Cart;
  /** Discounts that need no code. */
  automatic: Redeemed[];
  redeemed: Redeemed[];
}

const codeErrorTexts: Record<CodeErrorKind | "unknown", string> = {
  unknown: "does not exist",
  inactive: "is not active",
  used_up: "has been used up",
  other_customer: "is not for this customer",
  used_before: "was used by this customer before",
  larger_order: "needs a larger order",
  more_items: "needs more items",
  not_for_items: "is not valid for the items of this order",
  not_combinable: "can't be combined with another discount of this order",
};

/** A checkout turns a code down. */
export class CodeError extends InputError {
  readonly code: string;
  readonly kind: CodeErrorKind | "unknown";

  constructor(code: string, kind: CodeErrorKind | "unknown") {
    super("discount_codes", `${code} ${codeErrorTexts[kind]}`);
    this.code = code;
    this.kind = kind;
  }
}

/** Prices a checkout and takes the discounts off it. Changes nothing. Throws InputError for what it refuses. */
export function priceCheckout(
  devstore: Devstore,
  shop: DevShop,
  input: CheckoutInput,
): PricedCheckout {
  const customer = devstore.state.get(shop.domain, "customer", input.cid);
  if (customer === undefined) throw new MissingError(`no customer ${input.cid} in ${shop.domain}`);
  return { customer, ...priceGoods(devstore, shop, customer.id, input) };
}

/** The same for a cart whose owner may not have signed in. */
export function priceGoods(
  devstore: Devstore,
  shop: DevShop,
  customerId: number | null,
  input: GoodsInput,
): PricedGoods {
  const bought = boughtItems(devstore, shop, input);
  const cart = cartOf(devstore, shop, customerId, bought);
  const automatic = devstore.state.list(shop.domain, "automaticDiscount");
  const codes = input.discountCodes.map((code) => {
    const discount = findDiscountCode(devstore, shop.domain, code);
    if (discount === undefined) throw new CodeError(code, "unknown");
    return discount;
  });
  if (!input.honorsCodes) {
    const now = devstore.state.now(shop.domain);
    codes.forEach((discount, at) => {
      const before = [...automatic, ...codes.slice(0, at)];
      const error =
        findAccessError(discount, customerId, now) ?? findMisfit(discount, before, cart);
      if (error !== null) throw new CodeError(input.discountCodes[at] ?? "", error);
    });
  }
  const { cart: discounted, settled } = settleDiscounts(cart, [...automatic, ...codes]);
  return {
    bought,
    cart: discounted,
    automatic: settled.slice(0, automatic.length),
    redeemed: settled.slice(automatic.length),
  };
}

/**
 * Why a code does not go with the discounts before it and the cart. A code that would leave one of theirs without
 * effect is refused, rather than theirs.
 */
function findMisfit(
  discount: DevDiscountCode,
  before: readonly DevDiscountCode[],
  cart: Cart,
): CodeErrorKind | null {
  if (before.some((other) => !combine(discount, other))) return "not_combinable";
  const { settled } = settleDiscounts(cart, [...before, discount]);
  const own = settled.at(-1)?.error ?? null;
  if (own !== null) return own;
  const without = settleDiscounts(cart, before).settled;
  const isOutdone = settled.some(({ error }, at) => error !== null && without[at]?.error === null);
  return isOutdone ? "not_combinable" : null;
}

function cartOf(
  { state }: Devstore,
  shop: DevShop,
  customerId: number | null,
  bought: readonly Bought[],
): Cart {
  const collections = state.list(shop.domain, "collection");
  const customer = customerId === null ? undefined : state.get(shop.domain, "customer", customerId);
  return {
    customerId,
    countryCode: customer?.address?.countryCode ?? null,
    shippingMinor: shippingMinorOf(bought),
    lines: bought.map(({ product, variant, quantity, unitPriceMinor, plan }) => ({
      productId: product.id,
      variantId: variant.id,
      // A discount of a collection is not for the gift cards in it.
      collectionIds: collections
        .filter(({ productIds }) => !product.isGiftCard && productIds.includes(product.id))
        .map(({ id }) => id),
      quantity,
      unitPriceMinor,
      subscription: plan !== null,
      discountMinor: 0,
    })),
  };
}

function findPlan(devstore: Devstore, shop: DevShop, planId: number): DevSellingPlan {
  for (const group of devstore.state.list(shop.domain, "sellingPlanGroup")) {
    const plan = group.plans.find((one) => one.id === planId);
    if (plan !== undefined) return plan;
  }
  throw new InputError("plan_id", `no selling plan ${planId} in ${shop.domain}`);
}

function boughtItems(devstore: Devstore, shop: DevShop, input: GoodsInput): Bought[] {
  const general = input.planId === null ? null : findPlan(devstore, shop, input.planId);
  const wanted: CheckoutInput["lines"] =
    input.lines.length > 0 || general === null ? input.lines : ownLines(devstore, shop, general);
  if (wanted.length === 0) throw new InputError("lines", "an order needs at least one line");
  return wanted.map(({ variantId, quantity, planId }, index) => {
    const plan = planId == null ? general : findPlan(devstore, shop, planId);
    const found = findVariant(devstore, shop, variantId, `lines.${index}.variant_id`);
    const unitPriceMinor = planPrice(found.variant.priceMinor, plan);
    return { ...found, quantity, unitPriceMinor, plan };
  });
}

/** What the shop sells under a number. Throws InputError that names the field when it sells nothing. */
export function findVariant(
  { state }: Pick<Devstore, "state">,
  shop: DevShop,
  variantId: number,
  field: string,
): Pick<Bought, "product" | "variant"> {
  for (const product of state.list(shop.domain, "product")) {
    const variant = product.variants.find((one) => one.id === variantId);
    if (variant !== undefined) return { product, variant };
  }
  throw new InputError(field, `no variant ${variantId} in ${shop.domain}`);
}

function ownLines(devstore: Devstore, shop: DevShop, plan: DevSellingPlan) {
  const group = devstore.state
    .list(shop.domain, "sellingPlanGroup")
    .find((one) => one.plans.some((inner) => inner.id === plan.id));
  const product = devstore.state
    .list(shop.domain, "product")
    .find((one) => group?.productIds.includes(one.id));
  const variant = product?.variants[0];
  return variant === undefined ? [] : [{ variantId: variant.id, quantity: 1 }];
}

/** Whether shoppers can buy the variant with the group's plans: attached to the variant itself, or to its product. */
export function isSoldWith(
  { productIds, variantIds }: DevSellingPlanGroup,
  product: DevProduct,
  variant: DevVariant,
): boolean {
  return productIds.includes(product.id) || variantIds.includes(variant.id);
}

/**
 * What one piece costs by a plan's fixed pricing policy. A prepaid plan's price is that of all deliveries that it pays for: six
 * deliveries of 10.00 at 20 % off are 48.00.
 */
export function planPrice(variantMinor: number, plan: DevSellingPlan | null): number {
  const fixed = plan?.pricing.find((one) => one.afterCycle === null);
  const priceMinor = variantMinor * (plan === null ? 1 : deliveriesOf(plan));
  return fixed === undefined ? priceMinor : adjustedPrice(priceMinor, fixed);
}

function deliveriesOf({ billingPolicy, deliveryPolicy }: DevSellingPlan): number {
  return deliveriesPerCharge(billingPolicy, deliveryPolicy) ?? 1;
}

/**
 * What a contract's line keeps of its plan's prices over the cycles. It is a note for the app: what is charged
 * is the line's current price, which the app changes when its cycle has come.
 */
export function planPricingPolicy(
  variantMinor: number,
  plan: DevSellingPlan,
  /** An amount of the shop's currency in the contract's. */
  agreed: (minor: number) => number,
): PricingPolicy | null {
  const { pricing } = plan;
  if (pricing.length === 0) return null;
  const basePriceMinor = variantMinor * deliveriesOf(plan);
  return {
    basePriceMinor: agreed(basePriceMinor),
    cycleDiscounts: pricing.map((one) => ({
      afterCycle: one.afterCycle ?? 0,
      adjustmentType: one.adjustmentType,
      adjustmentValue:
        one.adjustmentType === "PERCENTAGE" ? one.adjustmentValue : agreed(one.adjustmentValue),
      computedPriceMinor: agreed(adjustedPrice(basePriceMinor, one)),
    })),
  };
}

function adjustedPrice(priceMinor: number, pricing: SellingPlanPricing): number {
  const { adjustmentType, adjustmentValue } = pricing;
  if (adjustmentType === "PRICE") return adjustmentValue;
  if (adjustmentType === "FIXED_AMOUNT") return Math.max(0, priceMinor - adjustmentValue);
  return shareOf(priceMinor, (100 - adjustmentValue) / 100);
}

/** Codes are case-insensitive. */
export function findDiscountCode(
  devstore: Pick<Devstore, "state">,
  shop: string,
  code: string,
): DevDiscountCode | undefined {
  const wanted = code.toLowerCase();
  return devstore.state
    .list(shop, "discountCode")
    .find((discount) => discount.code.toLowerCase() === wanted);
}
