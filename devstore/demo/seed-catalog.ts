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

const membership: ProductDefinition = {
  title: "Gold Club",
  handle: "gold-club",
  productType: "Membership",
  descriptionHtml:
    "<p>Members save on everything, get store credit every month and hear of new plants first.</p>",
  variants: [{ title: "Default Title", sku: "GOLD-CLUB", priceMinor: 1500 }],
  virtual: true,
};

const posted: ProductDefinition[] = [
  {
    title: "Kitchen herb trio",
    handle: "kitchen-herb-trio",
    productType: "Herbs",
    descriptionHtml: "<p>Three pots for the window sill, another three each time.</p>",
    variants: [
      { title: "Three pots", sku: "HERB-3", priceMinor: 1490 },
      { title: "Six pots", sku: "HERB-6", priceMinor: 2690 },
    ],
  },
  {
    title: "Plant of the season",
    handle: "plant-of-the-season",
    productType: "Plants",
    descriptionHtml:
      "<p>What our gardeners like best just now, with a card that says how to keep it.</p>",
    variants: [
      { title: "Small", sku: "SEASON-S", priceMinor: 1990 },
      { title: "Large", sku: "SEASON-L", priceMinor: 3490 },
    ],
  },
  {
    title: "Graines du mois (seed letter)",
    handle: "seed-letter",
    productType: "Seeds",
    descriptionHtml: "<p>Five sachets and a letter on when and where to sow them.</p>",
    variants: [{ title: "Five sachets", sku: "SEED-5", priceMinor: 1090 }],
  },
];

const care: ProductDefinition[] = [
  {
    title: "Plant Food Refill",
    handle: "plant-food-refill",
    productType: "Garden",
    descriptionHtml: "<p>For green things in pots and on balconies.</p>",
    variants: [{ title: "500 ml", sku: "PF-500", priceMinor: 1290 }],
  },
  {
    title: "Leaf Tonic",
    handle: "leaf-tonic",
    productType: "Garden",
    descriptionHtml: "<p>A spray against dust and dry air.</p>",
    variants: [{ title: "250 ml", sku: "LT-250", priceMinor: 1490 }],
  },
];

const others: ProductDefinition[] = [
  {
    title: "Fern, hand-raised",
    handle: "fern",
    productType: "Plants",
    descriptionHtml: "<p>Grown slowly in half shade. Likes bathrooms.</p>",
    variants: [
      { title: "Small", sku: "FERN-S", priceMinor: 1490 },
      { title: "Large", sku: "FERN-L", priceMinor: 2990 },
    ],
  },
  {
    title: "Monstera deliciosa",
    handle: "monstera",
    productType: "Plants",
    descriptionHtml: "<p>The one with the holes. Give it room.</p>",
    variants: [{ title: "Default Title", sku: "MONSTERA", priceMinor: 3900 }],
  },
  {
    title: "Olive tree in clay",
    handle: "olive-tree",
    productType: "Plants",
    descriptionHtml: "<p>For balconies with sun; winters indoors.</p>",
    variants: [{ title: "Default Title", sku: "OLIVE", priceMinor: 5900 }],
  },
  {
    title: "Stoneware pot",
    handle: "stoneware-pot",
    productType: "Pots",
    descriptionHtml: "<p>Thrown by hand; no two are alike.</p>",
    variants: [
      { title: "Sand", sku: "POT-SAND", priceMinor: 2400 },
      { title: "Midnight", sku: "POT-NIGHT", priceMinor: 2400 },
    ],
  },
  {
    title: "Linen gardening apron",
    handle: "linen-apron",
    productType: "Tools",
    descriptionHtml: "<p>Washed linen with deep pockets.</p>",
    variants: [{ title: "Default Title", sku: "APRON", priceMinor: 4500 }],
  },
];

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
  const club = add(membership);
  const postProducts = posted.map(add);
  const careProducts = care.map(add);
  const goods = [...postProducts, ...careProducts, ...others.map(add)];
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
  const { state } = devstore;
  const goods = definition.virtual !== true;
  return state.put(shop.domain, "product", {
    id: state.nextId(shop.domain, "product"),
    title: definition.title,
    handle: definition.handle,
    vendor: shop.name,
    productType: definition.productType,
    descriptionHtml: definition.descriptionHtml,
    tags: [definition.productType.toLowerCase()],
    status: "ACTIVE",
    variants: definition.variants.map((variant) => ({
      id: state.nextId(shop.domain, "variant"),
      ...variant,
      requiresShipping: goods,
      taxable: true,
      inventoryQuantity: goods ? 250 : 100_000,
    })),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
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

/** A product and a group with one plan of its own, for fixtures of a shop which has none that fits. */
export function addPlanFixture(
  devstore: Devstore,
  shop: DevShop,
  fixture: { kind: "membership" | "product"; plan: PlanDefinition },
): DevSellingPlanGroup {
  const at = devstore.state.now(shop.domain);
  const product = addProduct(
    devstore,
    shop,
    fixture.kind === "membership" ? membership : (posted[0] as ProductDefinition),
    at,
  );
  return addGroup(devstore, shop, at, {
    name: fixture.kind === "membership" ? "Gold Club" : "Plants by post",
    kind: fixture.kind,
    products: [product],
    plans: [fixture.plan],
  });
}
