import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type {
  DevProduct,
  DevSellingPlan,
  DevSellingPlanGroup,
  DevVariant,
  SellingPlanPricing,
} from "../../state/catalog.ts";
import { decimalOfMinor } from "../../state/money.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { ownPlanGroups } from "../subscriptions/own-plan-groups.ts";
import { countView, moneyView } from "./money-view.ts";
import { pictureView } from "./picture-view.ts";

export function productView(context: AdminContext, product: DevProduct): View {
  const { state, shop, views } = context;
  const prices = product.variants.map(({ priceMinor }) => priceMinor);
  return {
    __typename: "Product",
    id: gid("Product", product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.productType,
    descriptionHtml: product.descriptionHtml,
    description: product.descriptionHtml.replace(/<[^>]*>/g, "").trim(),
    tags: product.tags,
    status: product.status,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    isGiftCard: product.isGiftCard === true,
    requiresSellingPlan: false,
    featuredMedia: null,
    totalInventory: product.variants.reduce((sum, one) => sum + one.inventoryQuantity, 0),
    variantsCount: countView(product.variants.length),
    priceRangeV2: {
      __typename: "ProductPriceRangeV2",
      minVariantPrice: moneyView(Math.min(...prices), shop.currency),
      maxVariantPrice: moneyView(Math.max(...prices), shop.currency),
    },
    variants: (args: Arguments) =>
      connection(args, {
        items: product.variants,
        idOf: (variant) => variant.id,
        view: (variant) => views.variant(product, variant),
      }),
    collections: (args: Arguments) =>
      connection(args, {
        items: state
          .list(shop.domain, "collection")
          .filter(({ productIds }) => productIds.includes(product.id)),
        sortValue: (collection) => collection.id,
        idOf: (collection) => collection.id,
        view: views.collection,
      }),
    inCollection: (args: Arguments) => {
      const id = numberOf(String(args.id), "Collection");
      return state.get(shop.domain, "collection", id)?.productIds.includes(product.id) ?? false;
    },
    sellingPlanGroups: (args: Arguments) =>
      connection(args, {
        items: ownPlanGroups(context).filter((group) => group.productIds.includes(product.id)),
        idOf: (group) => group.id,
        view: views.sellingPlanGroup,
      }),
    ...views.metafieldFields("Product", product.id),
  };
}

export function variantView(context: AdminContext, product: DevProduct, variant: DevVariant): View {
  return {
    __typename: "ProductVariant",
    id: gid("ProductVariant", variant.id),
    legacyResourceId: String(variant.id),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    price: decimalOfMinor(variant.priceMinor, context.shop.currency),
    taxable: variant.taxable,
    inventoryItem: {
      __typename: "InventoryItem",
      id: gid("InventoryItem", variant.id),
      sku: variant.sku,
      requiresShipping: variant.requiresShipping,
    },
    inventoryQuantity: variant.inventoryQuantity,
    availableForSale: variant.inventoryQuantity > 0,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    media: (args: Arguments) =>
      connection(args, {
        items: [product],
        idOf: ({ id }) => id,
        view: () => ({
          __typename: "MediaImage",
          id: gid("MediaImage", variant.id),
          preview: {
            __typename: "MediaPreviewImage",
            image: pictureView(context.origin, context.shop.domain, product),
          },
        }),
      }),
    product: () => context.views.product(product),
  };
}

export function sellingPlanGroupView(context: AdminContext, group: DevSellingPlanGroup): View {
  const { state, shop, views } = context;
  const products = () =>
    state.list(shop.domain, "product").filter((one) => group.productIds.includes(one.id));
  return {
    __typename: "SellingPlanGroup",
    id: gid("SellingPlanGroup", group.id),
    name: group.name,
    appId: group.appId,
    merchantCode: group.merchantCode,
    description: group.description,
    options: group.options,
    position: group.position,
    translations: () => [],
    summary: group.plans.map((plan) => plan.name).join(", "),
    createdAt: group.createdAt,
    productsCount: countView(group.productIds.length),
    productVariantsCount: countView(group.variantIds.length),
    // Each says what is offered directly: a product's plans are not said to be its variants', nor the other way.
    appliesToProduct: ({ productId }: Arguments) =>
      group.productIds.includes(numberOf(String(productId), "Product")),
    appliesToProductVariant: ({ productVariantId }: Arguments) =>
      group.variantIds.includes(numberOf(String(productVariantId), "ProductVariant")),
    appliesToProductVariants: ({ productId }: Arguments) =>
      state
        .get(shop.domain, "product", numberOf(String(productId), "Product"))
        ?.variants.some(({ id }) => group.variantIds.includes(id)) ?? false,
    products: (args: Arguments) =>
      connection(args, { items: products(), idOf: (one) => one.id, view: views.product }),
    sellingPlans: (args: Arguments) =>
      connection(args, {
        // The platform does not say in which order they come; each says its position.
        items: group.plans.toSorted((one, other) => one.id - other.id),
        idOf: (plan) => plan.id,
        view: (plan) => sellingPlanView(context, plan),
      }),
  };
}

function sellingPlanView(context: AdminContext, plan: DevSellingPlan): View {
  const { billingPolicy, deliveryPolicy } = plan;
  return {
    __typename: "SellingPlan",
    id: gid("SellingPlan", plan.id),
    name: plan.name,
    translations: ({ locale }: Arguments) => nameTranslations(plan, String(locale)),
    description: plan.description,
    options: plan.options,
    position: plan.position,
    ...context.views.metafieldFields("SellingPlan", plan.id),
    category: plan.category,
    createdAt: plan.createdAt,
    billingPolicy: {
      __typename: "SellingPlanRecurringBillingPolicy",
      ...billingPolicy,
      createdAt: plan.createdAt,
    },
    deliveryPolicy: {
      __typename: "SellingPlanRecurringDeliveryPolicy",
      ...deliveryPolicy,
      createdAt: plan.createdAt,
      cutoff: null,
      intent: "FULFILLMENT_BEGIN",
      preAnchorBehavior: "ASAP",
    },
    pricingPolicies: plan.pricing.map((pricing) => {
      return { ...pricingView(pricing, context.shop.currency), createdAt: plan.createdAt };
    }),
  };
}

/** Published translations of the plan's texts. Without a market, as the merchant's own app for them sets them. */
function nameTranslations({ nameTranslations }: DevSellingPlan, locale: string): View[] {
  const value = nameTranslations?.[locale];
  if (value === undefined) return [];
  return [{ __typename: "Translation", key: "name", locale, value, outdated: false }];
}

function pricingView(pricing: SellingPlanPricing, currency: string): View {
  const adjustment = {
    adjustmentType: pricing.adjustmentType,
    adjustmentValue:
      pricing.adjustmentType === "PERCENTAGE"
        ? {
            __typename: "SellingPlanPricingPolicyPercentageValue",
            percentage: pricing.adjustmentValue,
          }
        : moneyView(pricing.adjustmentValue, currency),
  };
  return pricing.afterCycle === null
    ? { __typename: "SellingPlanFixedPricingPolicy", ...adjustment }
    : {
        __typename: "SellingPlanRecurringPricingPolicy",
        ...adjustment,
        afterCycle: pricing.afterCycle,
      };
}
