import { membershipMarker } from "../controls/shop-state.ts";
import type { Devstore } from "../devstore.ts";
import type {
  DevProduct,
  DevSellingPlan,
  DevSellingPlanGroup,
  SellingPlanPricing,
} from "../state/catalog.ts";
import type { IntervalUnit } from "../state/contract.ts";
import type { DevShop } from "../state/shop.ts";
import { createCollection } from "./create-collection.ts";
import { createProduct } from "./create-product.ts";
import productsFile from "./products.json" with { type: "json" };

/** What this app writes on groups whose plans sell products. */
const productMarker = "perennial-subscription";

interface ProductDefinition {
  title: string;
  handle: string;
  productType: string;
  descriptionHtml: string;
  variants: { title: string; sku: string; priceMinor: number }[];
  /** A membership is nothing that is shipped. */
  virtual?: boolean;
}

/** A shop's goods, by the way in which they are sold. */
const products: {
  membership: ProductDefinition;
  posted: ProductDefinition[];
  care: ProductDefinition[];
  others: ProductDefinition[];
} = productsFile;

export interface Catalog {
  /** What a membership buys. */
  goldClub: DevProduct;
  membership: DevSellingPlanGroup;
  post: DevSellingPlanGroup;
  care: DevSellingPlanGroup;
  /** What is also bought without a plan. */
  goods: DevProduct[];
}

/** The products of a shop and the plans they are sold with. */
export function seedCatalog(devstore: Devstore, shop: DevShop, at: Date): Catalog {
  const add = (definition: ProductDefinition) => addProduct(devstore, shop, definition, at);
  const club = add(products.membership);
  const postProducts = products.posted.map(add);
  const careProducts = products.care.map(add);
  const goods = [...postProducts, ...careProducts, ...products.others.map(add)];
  const collect = (title: string, members: DevProduct[]) => {
    createCollection(
      devstore,
      shop,
      title,
      members.map(({ id }) => id),
      at,
    );
  };
  collect("Plants by post", postProducts);
  collect("Plant care", careProducts);
  return {
    goldClub: club,
    goods,
    membership: addGroup(devstore, shop, at, {
      name: "Gold Club",
      kind: "membership",
      products: [club],
      plans: [
        planOf("Gold Club monthly", "MONTH", 1, price(1500)),
        planOf("Gold Club yearly", "YEAR", 1, price(15000)),
      ],
    }),
    post: addGroup(devstore, shop, at, {
      name: "Plants by post",
      kind: "product",
      products: postProducts,
      plans: [
        planOf("Every 2 weeks, 15% off", "WEEK", 2, percentOff(15)),
        planOf("Every 4 weeks, 10% off", "WEEK", 4, percentOff(10)),
        planOf("Every 8 weeks, 5% off", "WEEK", 8, percentOff(5)),
      ],
    }),
    care: addGroup(devstore, shop, at, {
      name: "Green care refills",
      kind: "product",
      products: careProducts,
      plans: [
        planOf("Every month, 10% off", "MONTH", 1, percentOff(10)),
        planOf("Every 3 months, 5% off", "MONTH", 3, percentOff(5)),
      ],
    }),
  };
}

function addProduct(
  devstore: Devstore,
  shop: DevShop,
  definition: ProductDefinition,
  at: Date,
): DevProduct {
  const { title, handle, productType, descriptionHtml } = definition;
  const goods = definition.virtual !== true;
  const product = { title, handle, productType, descriptionHtml, at };
  return createProduct(devstore, shop, {
    ...product,
    variants: definition.variants.map((variant) => ({
      ...variant,
      requiresShipping: goods,
      taxable: true,
      inventoryQuantity: goods ? 250 : 100_000,
    })),
  });
}

export interface PlanDefinition {
  name: string;
  interval: IntervalUnit;
  intervalCount: number;
  pricing: SellingPlanPricing;
}

export function planOf(
  name: string,
  interval: IntervalUnit,
  intervalCount: number,
  pricing: SellingPlanPricing,
): PlanDefinition {
  return { name, interval, intervalCount, pricing };
}

export function price(minor: number): SellingPlanPricing {
  return { adjustmentType: "PRICE", adjustmentValue: minor, afterCycle: null };
}

function percentOff(percent: number): SellingPlanPricing {
  return { adjustmentType: "PERCENTAGE", adjustmentValue: percent, afterCycle: null };
}

interface GroupDefinition {
  name: string;
  kind: "membership" | "product";
  products: DevProduct[];
  plans: PlanDefinition[];
}

/** A group of plans, marked as the app marks the groups it makes. */
function addGroup(
  devstore: Devstore,
  shop: DevShop,
  at: Date,
  definition: GroupDefinition,
): DevSellingPlanGroup {
  const { state } = devstore;
  return state.put(shop.domain, "sellingPlanGroup", {
    id: state.nextId(shop.domain, "sellingPlanGroup"),
    name: definition.name,
    merchantCode: definition.name.toLowerCase().replace(/\W+/g, "-"),
    appId: definition.kind === "membership" ? membershipMarker : productMarker,
    description: null,
    options: [definition.kind === "membership" ? "Membership" : "Delivery"],
    position: null,
    plans: definition.plans.map((plan, index): DevSellingPlan => {
      const policy = { interval: plan.interval, intervalCount: plan.intervalCount, anchors: [] };
      return {
        id: state.nextId(shop.domain, "sellingPlan"),
        name: plan.name,
        description: null,
        options: [plan.name],
        position: index + 1,
        category: "SUBSCRIPTION",
        billingPolicy: { ...policy, minCycles: null, maxCycles: null },
        deliveryPolicy: policy,
        pricing: [plan.pricing],
        createdAt: at.toISOString(),
      };
    }),
    productIds: definition.products.map((product) => product.id),
    variantIds: [],
    createdAt: at.toISOString(),
  });
}

/** A product and a group with one plan, for fixtures of a shop that has no matching plan. */
export function addPlanFixture(
  devstore: Devstore,
  shop: DevShop,
  fixture: { kind: "membership" | "product"; plan: PlanDefinition },
): DevSellingPlanGroup {
  const at = devstore.state.now(shop.domain);
  const product = addProduct(
    devstore,
    shop,
    fixture.kind === "membership" ? products.membership : (products.posted[0] as ProductDefinition),
    at,
  );
  return addGroup(devstore, shop, at, {
    name: fixture.kind === "membership" ? "Gold Club" : "Plants by post",
    kind: fixture.kind,
    products: [product],
    plans: [fixture.plan],
  });
}
