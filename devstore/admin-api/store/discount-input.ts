import type { AdminContext, UserError } from "#devstore/admin-api/admin-context.ts";
import { notAvailable } from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type {
  CodeDiscountEffect,
  DevDiscountCode,
  DiscountItems,
} from "#devstore/state/discount-code.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";

interface ItemsInput {
  all?: boolean | null;
  products?: {
    productsToAdd?: string[] | null;
    productVariantsToAdd?: string[] | null;
  } | null;
  collections?: object | null;
}

/** The three create inputs of code discounts in one shape; each has its own part of these fields. */
export interface CodeInput {
  title?: string | null;
  code?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
  usageLimit?: number | null;
  appliesOncePerCustomer?: boolean | null;
  recurringCycleLimit?: number | null;
  tags?: string[] | null;
  context?: { customers?: { add?: string[] | null } | null; all?: string | null } | null;
  customerSelection?: { all?: boolean | null; customers?: { add?: string[] | null } | null } | null;
  combinesWith?: Record<string, boolean | null> | null;
  minimumRequirement?: {
    subtotal?: { greaterThanOrEqualToSubtotal?: string | null } | null;
    quantity?: { greaterThanOrEqualToQuantity?: string | null } | null;
  } | null;
  customerGets?: {
    items?: ItemsInput | null;
    appliesOnOneTimePurchase?: boolean | null;
    appliesOnSubscription?: boolean | null;
    value?: {
      percentage?: number | null;
      discountAmount?: { amount?: string | null; appliesOnEachItem?: boolean | null } | null;
      discountOnQuantity?: {
        quantity?: string | null;
        effect?: { percentage?: number | null; amount?: string | null } | null;
      } | null;
    } | null;
  } | null;
  customerBuys?: {
    items?: ItemsInput | null;
    value?: { quantity?: string | null; amount?: string | null } | null;
  } | null;
  usesPerOrderLimit?: number | null;
  maximumShippingPrice?: string | null;
  appliesOnOneTimePurchase?: boolean | null;
  appliesOnSubscription?: boolean | null;
}

/** A discount as the input describes it, without its id, or the user error it earns. */
export function discountFrom(
  context: AdminContext,
  type: CodeDiscountEffect["type"],
  input: CodeInput,
): Omit<DevDiscountCode, "id"> | UserError {
  const code = input.code?.trim() ?? "";
  if (code === "") return discountError(["code"], "BLANK", "Code can't be blank");
  if (code.length > 255)
    return discountError(["code"], "TOO_LONG", "Code is too long (maximum is 255 characters)");
  const title = input.title?.trim() ?? "";
  if (title === "") return discountError(["title"], "BLANK", "Title can't be blank");
  const startsAt = new Date(input.startsAt ?? context.now);
  const endsAt = input.endsAt == null ? null : new Date(input.endsAt);
  if (endsAt !== null && endsAt <= startsAt) {
    return discountError(
      ["endsAt"],
      "END_DATE_BEFORE_START_DATE",
      "Ends at needs to be after starts_at",
    );
  }
  const effect = effectOf(context, type, input);
  if ("message" in effect) return effect;
  const customerIds = customersOf(context, input);
  if (customerIds === "missing") {
    return discountError(["context", "customers"], "INVALID", "Customer does not exist");
  }
  const { minimumRequirement } = input;
  if (minimumRequirement?.subtotal != null && minimumRequirement.quantity != null) {
    return discountError(
      ["minimumRequirement"],
      "MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT",
      "Minimum subtotal and quantity cannot both be present",
    );
  }
  const subtotal = minimumRequirement?.subtotal?.greaterThanOrEqualToSubtotal;
  const quantity = minimumRequirement?.quantity?.greaterThanOrEqualToQuantity;
  return {
    title,
    code,
    effect,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    customerIds,
    minimumSubtotalMinor: subtotal == null ? null : amountOf(context, subtotal),
    minimumQuantity: quantity == null ? null : Number(quantity),
    usageLimit: input.usageLimit ?? null,
    appliesOncePerCustomer: input.appliesOncePerCustomer ?? false,
    recurringCycleLimit: input.recurringCycleLimit ?? null,
    combinesWith: {
      order: input.combinesWith?.orderDiscounts ?? false,
      product: input.combinesWith?.productDiscounts ?? false,
      shipping: input.combinesWith?.shippingDiscounts ?? false,
    },
    tags: input.tags ?? [],
    usageCount: 0,
    usedByCustomerIds: [],
    createdAt: context.now.toISOString(),
    updatedAt: context.now.toISOString(),
  };
}

/**
 * A basic discount after an update of its title and of what it takes off, or the user error that the input earns. The
 * other fields of the update are not needed here yet, and are refused rather than passed over.
 */
export function basicUpdateOf(
  context: AdminContext,
  discount: DevDiscountCode,
  input: CodeInput,
): DevDiscountCode | UserError {
  const { title = discount.title, customerGets, ...others } = input;
  const { value, ...otherGets } = customerGets ?? {};
  const unknown = Object.keys({ ...others, ...otherGets });
  if (unknown.length > 0) throw notAvailable(`an update of a discount's ${unknown.join(", ")}`);
  if (discount.effect.type !== "basic") {
    return discountError([], "INVALID", "Code discount is not a basic discount");
  }
  if (!title?.trim()) return discountError(["title"], "BLANK", "Title can't be blank");
  if (value == null) return { ...discount, title };
  const given = basicValue(context, { value });
  return "message" in given
    ? given
    : { ...discount, title, effect: { ...discount.effect, value: given } };
}

function effectOf(
  context: AdminContext,
  type: CodeDiscountEffect["type"],
  input: CodeInput,
): CodeDiscountEffect | UserError {
  switch (type) {
    case "basic":
      return basicEffect(context, input);
    case "bxgy":
      return bxgyEffect(context, input);
    case "free_shipping":
      return {
        type,
        maximumShippingMinor:
          input.maximumShippingPrice == null ? null : amountOf(context, input.maximumShippingPrice),
        appliesOnOneTimePurchase: input.appliesOnOneTimePurchase ?? true,
        appliesOnSubscription: input.appliesOnSubscription ?? false,
      };
  }
}

function basicEffect(context: AdminContext, input: CodeInput): CodeDiscountEffect | UserError {
  const gets = input.customerGets;
  const items = itemsOf(context, gets?.items, ["customerGets", "items"]);
  if ("message" in items) return items;
  const shared = {
    type: "basic" as const,
    items,
    appliesOnOneTimePurchase: gets?.appliesOnOneTimePurchase ?? true,
    appliesOnSubscription: gets?.appliesOnSubscription ?? false,
  };
  const value = basicValue(context, gets);
  return "message" in value ? value : { ...shared, value };
}

type BasicValue = Extract<CodeDiscountEffect, { type: "basic" }>["value"];

function basicValue(
  context: AdminContext,
  gets: Pick<NonNullable<CodeInput["customerGets"]>, "value"> | null | undefined,
): BasicValue | UserError {
  const percentage = gets?.value?.percentage;
  if (percentage != null) {
    return percentage > 0 && percentage <= 1
      ? { type: "percentage", percentage }
      : discountError(
          ["customerGets", "value", "percentage"],
          "VALUE_OUTSIDE_RANGE",
          "Value must be between 0.0 and 1.0",
        );
  }
  const amount = gets?.value?.discountAmount;
  const amountMinor = amount?.amount == null ? 0 : amountOf(context, amount.amount);
  if (amountMinor <= 0) {
    return discountError(["customerGets", "value"], "BLANK", "Value can't be blank");
  }
  const appliesOnEachItem = amount?.appliesOnEachItem ?? false;
  return { type: "amount", amountMinor, appliesOnEachItem };
}

function bxgyEffect(context: AdminContext, input: CodeInput): CodeDiscountEffect | UserError {
  const { customerBuys, customerGets } = input;
  const bought = itemsOf(context, customerBuys?.items, ["customerBuys", "items"]);
  if ("message" in bought) return bought;
  const got = itemsOf(context, customerGets?.items, ["customerGets", "items"]);
  if ("message" in got) return got;
  const given = customerGets?.value?.discountOnQuantity;
  const quantity = Number(given?.quantity ?? 0);
  if (quantity < 1 || given?.effect == null) {
    return discountError(["customerGets", "value"], "BLANK", "Value can't be blank");
  }
  const value = customerBuys?.value;
  if (value?.quantity == null && value?.amount == null) {
    return discountError(["customerBuys", "value"], "BLANK", "Value can't be blank");
  }
  return {
    type: "bxgy",
    buys: {
      quantity: value.quantity == null ? null : Number(value.quantity),
      amountMinor: value.amount == null ? null : amountOf(context, value.amount),
      items: bought,
    },
    gets: {
      quantity,
      items: got,
      effect:
        given.effect.percentage == null
          ? { type: "amount", amountMinor: amountOf(context, given.effect.amount ?? "0") }
          : { type: "percentage", percentage: given.effect.percentage },
    },
    usesPerOrderLimit: input.usesPerOrderLimit ?? null,
  };
}

function itemsOf(
  context: AdminContext,
  input: ItemsInput | null | undefined,
  field: string[],
): DiscountItems | UserError {
  if (input?.collections != null) throw notAvailable("a discount on collections");
  if (input?.all === true) return { all: true, productIds: [], variantIds: [] };
  const { state, shop } = context;
  const productIds = (input?.products?.productsToAdd ?? []).map((id) => numberOf(id, "Product"));
  const variantIds = (input?.products?.productVariantsToAdd ?? []).map((id) =>
    numberOf(id, "ProductVariant"),
  );
  if (productIds.length + variantIds.length === 0) {
    return discountError(field, "APPLIES_ON_NOTHING", "Items in discount must be present");
  }
  if (productIds.some((id) => state.get(shop.domain, "product", id) === undefined)) {
    return discountError(field, "INVALID", "Product does not exist");
  }
  return { all: false, productIds, variantIds };
}

function customersOf(context: AdminContext, input: CodeInput): number[] | null | "missing" {
  const gids = input.context?.customers?.add ?? input.customerSelection?.customers?.add;
  if (gids == null) return null;
  const ids = gids.map((id) => numberOf(id, "Customer"));
  const { state, shop } = context;
  return ids.every((id) => state.get(shop.domain, "customer", id) !== undefined) ? ids : "missing";
}

function amountOf(context: AdminContext, decimal: string): number {
  return minorOfDecimal(String(decimal), context.shop.currency) ?? 0;
}

function discountError(field: string[], code: string, message: string): UserError {
  return { field, code, message };
}
