import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { type PricedTerms, priceTerms } from "../../contracts/price-terms.ts";
import type { ContractTerms, DevDiscount, DevLine, PricingPolicy } from "../../state/contract.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { addressView } from "./address-view.ts";
import { moneyView } from "./money-view.ts";
import { pictureView } from "./picture-view.ts";

/** What contracts and drafts show alike. */
export function termsFields(
  context: AdminContext,
  terms: ContractTerms & { customerId: number; currency: string },
): Record<string, unknown> {
  const { state, shop, views } = context;
  const { billingPolicy, deliveryPolicy, currency } = terms;
  let priced: PricedTerms | undefined;
  const pricing = () => {
    priced ??= priceTerms(terms);
    return priced;
  };
  return {
    status: terms.status,
    nextBillingDate: terms.nextBillingDate,
    currencyCode: currency,
    note: terms.note,
    customAttributes: terms.customAttributes.map((one) => ({ __typename: "Attribute", ...one })),
    billingPolicy: { __typename: "SubscriptionBillingPolicy", ...billingPolicy },
    deliveryPolicy: { __typename: "SubscriptionDeliveryPolicy", ...deliveryPolicy },
    deliveryPrice: moneyView(terms.deliveryPriceMinor, currency),
    deliveryMethod: shippingView(terms),
    customer: () => {
      const customer = state.get(shop.domain, "customer", terms.customerId);
      return customer === undefined ? null : views.customer(customer);
    },
    customerPaymentMethod: (args: Arguments) => {
      if (terms.paymentMethodId === null) return null;
      const method = state.get(shop.domain, "paymentMethod", terms.paymentMethodId);
      const hidden = method?.revokedAt != null && args.showRevoked !== true;
      return method === undefined || hidden ? null : views.paymentMethod(method);
    },
    lines: (args: Arguments) =>
      connection(args, {
        items: terms.lines,
        idOf: (line) => line.id,
        view: (line) => lineView(context, line, terms, pricing()),
      }),
  };
}

export function lineView(
  context: AdminContext,
  line: DevLine,
  terms: ContractTerms & { currency: string },
  priced: PricedTerms = priceTerms(terms),
): View {
  const { currency } = terms;
  const own = priced.lines.find((one) => one.line.id === line.id);
  return {
    __typename: "SubscriptionLine",
    id: gid("SubscriptionLine", line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    productId: line.productId === null ? null : gid("Product", line.productId),
    variantId: line.variantId === null ? null : gid("ProductVariant", line.variantId),
    variantImage: () => variantImage(context, line),
    sellingPlanId: line.sellingPlanId === null ? null : gid("SellingPlan", line.sellingPlanId),
    sellingPlanName: line.sellingPlanName,
    requiresShipping: line.requiresShipping,
    taxable: line.taxable,
    customAttributes: line.customAttributes.map((one) => ({ __typename: "Attribute", ...one })),
    currentPrice: moneyView(line.currentPriceMinor, currency),
    lineDiscountedPrice: moneyView(
      own?.discountedMinor ?? line.currentPriceMinor * line.quantity,
      currency,
    ),
    concatenatedOriginContract: null,
    pricingPolicy: line.pricingPolicy === null ? null : pricingView(line.pricingPolicy, currency),
    discountAllocations: () =>
      (own?.allocations ?? []).map(({ discountId, amountMinor }) => {
        const discount = terms.discounts.find((one) => one.id === discountId);
        return {
          __typename: "SubscriptionDiscountAllocation",
          amount: moneyView(amountMinor, currency),
          discount: discount === undefined ? null : discountView(context, discount, terms),
        };
      }),
  };
}

/** Of a product that is still there. */
function variantImage({ state, shop, origin }: AdminContext, line: DevLine): View | null {
  const product =
    line.productId === null ? undefined : state.get(shop.domain, "product", line.productId);
  return product === undefined ? null : pictureView(origin, shop.domain, product);
}

function pricingView(policy: PricingPolicy, currency: string): View {
  return {
    __typename: "SubscriptionPricingPolicy",
    basePrice: moneyView(policy.basePriceMinor, currency),
    cycleDiscounts: policy.cycleDiscounts.map((one) => ({
      __typename: "SubscriptionCyclePriceAdjustment",
      afterCycle: one.afterCycle,
      adjustmentType: one.adjustmentType,
      adjustmentValue:
        one.adjustmentType === "PERCENTAGE"
          ? {
              __typename: "SellingPlanPricingPolicyPercentageValue",
              percentage: one.adjustmentValue,
            }
          : moneyView(one.adjustmentValue, currency),
      computedPrice: moneyView(one.computedPriceMinor, currency),
    })),
  };
}

export function discountView(
  context: AdminContext,
  discount: DevDiscount,
  terms: ContractTerms & { currency: string },
): View {
  if (discount.kind === "code") {
    return {
      __typename: "SubscriptionAppliedCodeDiscount",
      id: gid("SubscriptionAppliedCodeDiscount", discount.id),
      redeemCode: discount.redeemCode,
      rejectionReason: discount.rejectionReason,
    };
  }
  const { value, entitledLineIds } = discount;
  return {
    __typename: "SubscriptionManualDiscount",
    id: gid("SubscriptionManualDiscount", discount.id),
    title: discount.title,
    type: "MANUAL",
    targetType: discount.targetType,
    recurringCycleLimit: discount.recurringCycleLimit,
    usageCount: discount.usageCount,
    rejectionReason: discount.rejectionReason,
    value:
      value.type === "percentage"
        ? { __typename: "SubscriptionDiscountPercentageValue", percentage: value.percentage }
        : {
            __typename: "SubscriptionDiscountFixedAmountValue",
            amount: moneyView(value.amountMinor, terms.currency),
            appliesOnEachItem: value.appliesOnEachItem,
          },
    entitledLines: {
      __typename: "SubscriptionDiscountEntitledLines",
      all: entitledLineIds === null,
      lines: (args: Arguments) =>
        connection(args, {
          items: terms.lines.filter(
            (line) => entitledLineIds === null || entitledLineIds.includes(line.id),
          ),
          idOf: (line) => line.id,
          view: (line) => lineView(context, line, terms),
        }),
    },
  };
}

function shippingView({
  deliveryAddress,
  shippingOption,
  customerId,
}: Pick<ContractTerms, "deliveryAddress" | "shippingOption"> & {
  customerId: number;
}): View | null {
  if (!deliveryAddress) return null;
  return {
    __typename: "SubscriptionDeliveryMethodShipping",
    address: addressView(deliveryAddress, customerId),
    shippingOption: {
      __typename: "SubscriptionDeliveryMethodShippingOption",
      carrierService: null,
      code: shippingOption?.code ?? null,
      description: shippingOption?.description ?? null,
      presentmentTitle: shippingOption?.presentmentTitle ?? null,
      title: shippingOption?.title ?? null,
    },
  };
}
