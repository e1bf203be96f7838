import { notAvailable } from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type DevDiscountCode, discountClassOf } from "#devstore/state/discount-code.ts";
import type { CodeInput } from "./code-input.ts";
import type { InputReader } from "./input-reader.ts";

type Terms<Name extends keyof DevDiscountCode> = Pick<DevDiscountCode, Name>;

/** Whom the discount is for; null is everybody. */
export function readBuyers(
  reader: InputReader,
  input: CodeInput,
  before: DevDiscountCode | null,
): number[] | null {
  if (input.context != null && input.customerSelection != null) {
    const message = "Only one of context or customerSelection can be provided.";
    reader.add("context", "INVALID", message);
  }
  const given = input.context ?? input.customerSelection;
  if (given == null) {
    if (before === null) reader.add("context", "BLANK", "Context can't be blank");
    return before?.customerIds ?? null;
  }
  if (given.customerSegments != null) throw notAvailable("a discount for customer segments");
  if ("markets" in given && given.markets != null) throw notAvailable("a discount for markets");
  if (given.customers == null) return null;
  const { state, shop } = reader.context;
  const added = (given.customers.add ?? []).map((gid) => numberOf(gid, "Customer"));
  const path = `${input.context == null ? "customerSelection" : "context"}.customers.add`;
  added.forEach((id, at) => {
    if (state.get(shop.domain, "customer", id) !== undefined) return;
    const shown = given.customers?.add?.[at]?.split("/").at(-1);
    reader.add(path, "INVALID", `Customer with id: ${shown} is invalid`);
  });
  const removed = (given.customers.remove ?? []).map((gid) => numberOf(gid, "Customer"));
  const kept = (before?.customerIds ?? []).filter((id) => !removed.includes(id));
  return [...new Set([...kept, ...added])];
}

export function readCombinations(
  reader: InputReader,
  { combinesWith }: CodeInput,
  before: DevDiscountCode | null,
  effect: DevDiscountCode["effect"],
): DevDiscountCode["combinesWith"] {
  const combined =
    combinesWith == null
      ? (before?.combinesWith ?? { order: false, product: false, shipping: false })
      : {
          order: combinesWith.orderDiscounts ?? false,
          product: combinesWith.productDiscounts ?? false,
          shipping: combinesWith.shippingDiscounts ?? false,
        };
  if (effect.type === "free_shipping" && combined.shipping) {
    reader.add(
      "combinesWith",
      "INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS",
      "The combinesWith settings are not valid for the discount class.",
    );
  }
  if (combinesWith?.productDiscountsWithTagsOnSameCartLine != null) {
    const path = "combinesWith.productDiscountsWithTagsOnSameCartLine";
    if (reader.context.shop.plan === "plus") throw notAvailable(path);
    reader.add(
      path,
      "PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_NOT_ENTITLED",
      "The shop's plan does not allow setting `productDiscountsWithTagsOnSameCartLine`.",
    );
    if (discountClassOf({ effect }) !== "product") {
      reader.add(
        path,
        "INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_FOR_DISCOUNT_CLASS",
        "Combines with product discounts with tags on same cart line is only valid for discounts with the PRODUCT discount class",
      );
    }
  }
  return combined;
}

/** What a cart must have first. The input replaces both, and null takes them away. */
export function readMinimum(
  reader: InputReader,
  { minimumRequirement }: CodeInput,
  before: DevDiscountCode | null,
): Terms<"minimumSubtotalMinor" | "minimumQuantity"> {
  if (minimumRequirement === undefined && before !== null) {
    const { minimumSubtotalMinor, minimumQuantity } = before;
    return { minimumSubtotalMinor, minimumQuantity };
  }
  const subtotal = minimumRequirement?.subtotal?.greaterThanOrEqualToSubtotal ?? null;
  const quantity = minimumRequirement?.quantity?.greaterThanOrEqualToQuantity ?? null;
  const subtotalPath = "minimumRequirement.subtotal.greaterThanOrEqualToSubtotal";
  const quantityPath = "minimumRequirement.quantity.greaterThanOrEqualToQuantity";
  if (subtotal !== null && quantity !== null) {
    const text = (one: string, other: string) =>
      `Minimum ${one} cannot be defined when minimum ${other} is.`;
    reader.add(subtotalPath, "CONFLICT", text("subtotal", "quantity"));
    reader.add(quantityPath, "CONFLICT", text("quantity", "subtotal"));
  }
  if (quantity !== null && Number(quantity) >= 2_147_483_647) {
    reader.add(quantityPath, "LESS_THAN", "Minimum quantity must be less than 2147483647");
  }
  if (subtotal !== null && Number(subtotal) >= 1e18) {
    reader.add(subtotalPath, "LESS_THAN", "Minimum subtotal must be less than 1000000000000000000");
  }
  return {
    minimumSubtotalMinor: subtotal === null ? null : reader.amount(subtotal),
    minimumQuantity: quantity === null ? null : Number(quantity),
  };
}

export function readLimits(
  reader: InputReader,
  input: CodeInput,
  before: DevDiscountCode | null,
  effect: DevDiscountCode["effect"],
): Terms<"usageLimit" | "appliesOncePerCustomer" | "recurringCycleLimit"> {
  const usageLimit =
    input.usageLimit === undefined ? (before?.usageLimit ?? null) : input.usageLimit;
  if (usageLimit !== null && usageLimit <= 0) {
    reader.add("usageLimit", "GREATER_THAN", "Usage limit must be greater than 0");
  }
  const recurringCycleLimit = input.recurringCycleLimit ?? before?.recurringCycleLimit ?? 1;
  const path = "recurringCycleLimit";
  if (recurringCycleLimit < 0) {
    reader.add(
      path,
      "RECURRING_CYCLE_LIMIT_NOT_A_VALID_INTEGER",
      "Recurring cycle limit must be a valid integer greater than or equal to 0.",
    );
  } else if (
    recurringCycleLimit !== 1 &&
    !("appliesOnSubscription" in effect && effect.appliesOnSubscription)
  ) {
    reader.add(
      path,
      "MULTIPLE_RECURRING_CYCLE_LIMIT_FOR_NON_SUBSCRIPTION_ITEMS",
      "Recurring cycle limit must be 1 when discount does not apply to subscription items.",
    );
  }
  return {
    usageLimit,
    recurringCycleLimit,
    appliesOncePerCustomer: input.appliesOncePerCustomer ?? before?.appliesOncePerCustomer ?? false,
  };
}

export function readPeriod(
  reader: InputReader,
  input: CodeInput,
  before: DevDiscountCode | null,
): Terms<"startsAt" | "endsAt"> {
  const startsAt = input.startsAt === undefined ? before?.startsAt : input.startsAt;
  const endsAt = input.endsAt === undefined ? (before?.endsAt ?? null) : input.endsAt;
  if (startsAt == null) {
    reader.add("startsAt", "BLANK", "Starts at can't be blank");
    return { startsAt: "", endsAt: null };
  }
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) {
    reader.add("endsAt", "INVALID", "Ends at needs to be after starts_at");
  }
  return {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
  };
}
