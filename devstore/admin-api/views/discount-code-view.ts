import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import {
  type CodeDiscountEffect,
  type DevDiscountCode,
  type DiscountItems,
  discountCodeStatus,
} from "../../state/discount-code.ts";
import { decimalOfMinor } from "../../state/money.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { countView, moneyView } from "./money-view.ts";

export function discountCodeView(context: AdminContext, discount: DevDiscountCode): View {
  return {
    __typename: "DiscountCodeNode",
    id: gid("DiscountCodeNode", discount.id),
    codeDiscount: codeDiscountView(context, discount),
  };
}

function codeDiscountView(context: AdminContext, discount: DevDiscountCode): View {
  return {
    ...effectFields(context, discount.effect),
    title: discount.title,
    status: discountCodeStatus(discount, context.now),
    startsAt: discount.startsAt,
    endsAt: discount.endsAt,
    createdAt: discount.createdAt,
    updatedAt: discount.updatedAt,
    usageLimit: discount.usageLimit,
    asyncUsageCount: discount.usageCount,
    appliesOncePerCustomer: discount.appliesOncePerCustomer,
    recurringCycleLimit: discount.recurringCycleLimit ?? 1,
    tags: discount.tags,
    hasTimelineComment: false,
    shareableUrls: [],
    totalSales: null,
    summary: discount.title,
    shortSummary: discount.title,
    codesCount: countView(1),
    combinesWith: {
      __typename: "DiscountCombinesWith",
      orderDiscounts: discount.combinesWith.order,
      productDiscounts: discount.combinesWith.product,
      shippingDiscounts: discount.combinesWith.shipping,
    },
    context: contextView(context, discount),
    minimumRequirement: minimumView(context, discount),
    codes: (args: Arguments) =>
      connection(args, {
        items: [discount],
        idOf: (one) => one.id,
        view: (one) => ({
          __typename: "DiscountRedeemCode",
          id: gid("DiscountRedeemCode", one.id),
          code: one.code,
          asyncUsageCount: one.usageCount,
          createdBy: null,
        }),
      }),
  };
}

function contextView(context: AdminContext, discount: DevDiscountCode): View {
  const { state, shop, views } = context;
  const { customerIds } = discount;
  if (customerIds === null) return { __typename: "DiscountBuyerSelectionAll", all: "ALL" };
  return {
    __typename: "DiscountCustomers",
    customers: () =>
      customerIds.flatMap((id) => {
        const customer = state.get(shop.domain, "customer", id);
        return customer === undefined ? [] : [views.customer(customer)];
      }),
  };
}

function minimumView(context: AdminContext, discount: DevDiscountCode): View | null {
  if (discount.minimumSubtotalMinor !== null) {
    return {
      __typename: "DiscountMinimumSubtotal",
      greaterThanOrEqualToSubtotal: moneyView(discount.minimumSubtotalMinor, context.shop.currency),
    };
  }
  if (discount.minimumQuantity === null) return null;
  return {
    __typename: "DiscountMinimumQuantity",
    greaterThanOrEqualToQuantity: String(discount.minimumQuantity),
  };
}

function effectFields(context: AdminContext, effect: CodeDiscountEffect): View {
  const { currency } = context.shop;
  switch (effect.type) {
    case "free_shipping":
      return {
        __typename: "DiscountCodeFreeShipping",
        discountClass: "SHIPPING",
        discountClasses: ["SHIPPING"],
        appliesOnOneTimePurchase: effect.appliesOnOneTimePurchase,
        appliesOnSubscription: effect.appliesOnSubscription,
        maximumShippingPrice:
          effect.maximumShippingMinor === null
            ? null
            : moneyView(effect.maximumShippingMinor, currency),
        destinationSelection:
          effect.countries === undefined
            ? { __typename: "DiscountCountryAll", allCountries: true }
            : {
                __typename: "DiscountCountries",
                countries: effect.countries,
                includeRestOfWorld: false,
              },
      };
    case "bxgy":
      return {
        __typename: "DiscountCodeBxgy",
        discountClass: "PRODUCT",
        discountClasses: ["PRODUCT"],
        usesPerOrderLimit: effect.usesPerOrderLimit,
        customerBuys: {
          __typename: "DiscountCustomerBuys",
          isOneTimePurchase: effect.buys.oneTime ?? true,
          isSubscription: effect.buys.subscription ?? false,
          items: itemsView(context, effect.buys.items),
          value:
            effect.buys.quantity === null
              ? {
                  __typename: "DiscountPurchaseAmount",
                  amount: decimalOfMinor(effect.buys.amountMinor ?? 0, currency),
                }
              : { __typename: "DiscountQuantity", quantity: String(effect.buys.quantity) },
        },
        customerGets: {
          __typename: "DiscountCustomerGets",
          appliesOnOneTimePurchase: true,
          appliesOnSubscription: false,
          items: itemsView(context, effect.gets.items),
          value: {
            __typename: "DiscountOnQuantity",
            quantity: { quantity: String(effect.gets.quantity) },
            effect: valueView(effect.gets.effect, currency),
          },
        },
      };
    case "basic": {
      const itemsClass = effect.items.all ? "ORDER" : "PRODUCT";
      return {
        __typename: "DiscountCodeBasic",
        discountClass: itemsClass,
        discountClasses: [itemsClass],
        customerGets: {
          __typename: "DiscountCustomerGets",
          appliesOnOneTimePurchase: effect.appliesOnOneTimePurchase,
          appliesOnSubscription: effect.appliesOnSubscription,
          items: itemsView(context, effect.items),
          value: valueView(effect.value, currency),
        },
      };
    }
  }
}

function valueView(
  value:
    | { type: "percentage"; percentage: number }
    | { type: "amount"; amountMinor: number; appliesOnEachItem?: boolean },
  currency: string,
): View {
  if (value.type === "percentage") {
    return { __typename: "DiscountPercentage", percentage: value.percentage };
  }
  return {
    __typename: "DiscountAmount",
    amount: moneyView(value.amountMinor, currency),
    appliesOnEachItem: value.appliesOnEachItem ?? false,
  };
}

function itemsView(context: AdminContext, items: DiscountItems): View {
  if (items.all) return { __typename: "AllDiscountItems", allItems: true };
  const { state, shop, views } = context;
  const { collectionIds = [] } = items;
  if (collectionIds.length > 0) {
    return {
      __typename: "DiscountCollections",
      collections: (args: Arguments) =>
        connection(args, {
          items: state
            .list(shop.domain, "collection")
            .filter(({ id }) => collectionIds.includes(id)),
          idOf: (one) => one.id,
          view: views.collection,
        }),
    };
  }
  const products = state.list(shop.domain, "product");
  return {
    __typename: "DiscountProducts",
    products: (args: Arguments) =>
      connection(args, {
        items: products.filter((one) => items.productIds.includes(one.id)),
        idOf: (one) => one.id,
        view: views.product,
      }),
    productVariants: (args: Arguments) =>
      connection(args, {
        items: products.flatMap((product) =>
          product.variants
            .filter((variant) => items.variantIds.includes(variant.id))
            .map((variant) => ({ id: variant.id, product, variant })),
        ),
        idOf: (one) => one.id,
        view: ({ product, variant }) => views.variant(product, variant),
      }),
  };
}
