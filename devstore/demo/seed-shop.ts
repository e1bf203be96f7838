import type { Devstore } from "../devstore.ts";
import { openDispute } from "../orders/dispute-order.ts";
import { refundOrder } from "../orders/refunds/refund-order.ts";
import type { DevProduct, DevSellingPlanGroup } from "../state/catalog.ts";
import type { DevCustomer } from "../state/customer.ts";
import type { DevShop } from "../state/shop.ts";
import { wholeSeconds } from "../state/whole-seconds.ts";
import { type ContractPlot, type Ending, tellContract } from "./history.ts";
import { SeededRandom } from "./random.ts";
import { type Catalog, seedCatalog } from "./seed-catalog.ts";
import { historyDays, seedCustomers } from "./seed-customers.ts";
import { seedDiscountCodes } from "./seed-discount-codes.ts";
import { type LooseOrder, writeHistory } from "./write-history.ts";

export type SeedName = "empty" | "goods" | "small" | "demo";

const customerCounts = { goods: 12, small: 12, demo: 300 };

const endings: [Ending, number][] = [
  ["active", 62],
  ["paused", 8],
  ["cancelled", 21],
  ["failed", 5],
  ["expired", 4],
];

/** The states of the first customers' memberships, so each state is easy to find. */
const firstEndings: Ending[] = [
  "active",
  "active",
  "active",
  "active",
  "active",
  "paused",
  "cancelled",
  "active",
  "failed",
  "expired",
];

/**
 * Fills a shop: nothing; goods, plans and a dozen customers who have bought nothing; the same with their two years; or the
 * demo's three hundred. The same names, prices and fates each time; the dates count back from now.
 */
export function seedShop(devstore: Devstore, shop: DevShop, seed: SeedName): void {
  if (seed === "empty") return;
  const random = new SeededRandom(shop.currency === "USD" ? 77 : 41);
  const now = devstore.state.now(shop.domain);
  const opened = new Date(now.getTime() - (historyDays + 5) * 24 * 60 * 60 * 1000);
  const catalog = seedCatalog(devstore, shop, opened);
  seedDiscountCodes(devstore, shop, catalog.goods, now);
  const customers = seedCustomers(devstore, shop, random, customerCounts[seed], now);
  if (seed === "goods") return;
  const stories = customers.flatMap((customer, index) =>
    plotsOf(random, catalog, customer, index, now).map((plot) =>
      tellContract(random, plot, now, shop.timezone),
    ),
  );
  const orders = customers.flatMap((customer) => looseOrders(random, catalog, customer, now));
  writeHistory(devstore, shop, random, { stories, orders });
  misfortunes(devstore, shop, random);
}

function plotsOf(
  random: SeededRandom,
  catalog: Catalog,
  customer: DevCustomer,
  index: number,
  now: Date,
): ContractPlot[] {
  const joined = Date.parse(customer.createdAt);
  const start = () => {
    const latest = Math.max(joined, now.getTime() - 60 * 60 * 1000);
    return wholeSeconds(
      new Date(Math.min(joined + random.between(1, 40) * 60 * 60 * 1000, latest)),
    );
  };
  const plots: ContractPlot[] = [];
  const known = firstEndings[index];
  if (known !== undefined || random.chance(0.64)) {
    const ending = known ?? random.weighted(endings);
    const plan =
      index === 1
        ? 1
        : random.weighted([
            [0, 78],
            [1, 22],
          ] as const);
    const product = catalog.goldClub;
    plots.push(plotOf(catalog.membership, plan, product, customer, start(), ending, 1, random));
  }
  const products = random.weighted([
    [0, 62],
    [1, 31],
    [2, 7],
  ] as const);
  for (let each = 0; each < products; each += 1) {
    const group = random.chance(0.65) ? catalog.post : catalog.care;
    const choices = catalog.goods.filter((product) => group.productIds.includes(product.id));
    const plan = random.between(0, group.plans.length - 1);
    const quantity = random.weighted([
      [1, 75],
      [2, 20],
      [3, 5],
    ] as const);
    const ending = random.weighted(endings);
    const product = random.pick(choices);
    plots.push(plotOf(group, plan, product, customer, start(), ending, quantity, random));
  }
  return plots;
}

function plotOf(
  group: DevSellingPlanGroup,
  planIndex: number,
  product: DevProduct,
  customer: DevCustomer,
  startedAt: Date,
  ending: Ending,
  quantity: number,
  random: SeededRandom,
): ContractPlot {
  const plan = group.plans[planIndex];
  if (plan === undefined) throw new Error(`${group.name} has no plan ${planIndex}`);
  const variant = random.pick(product.variants);
  return { customerId: customer.id, plan, product, variant, quantity, startedAt, ending };
}

/** Orders without a plan: most customers have a few, some none at all. */
function looseOrders(
  random: SeededRandom,
  catalog: Catalog,
  customer: DevCustomer,
  now: Date,
): LooseOrder[] {
  const joined = Date.parse(customer.createdAt);
  const count = random.weighted([
    [0, 30],
    [1, 30],
    [2, 20],
    [4, 14],
    [7, 6],
  ] as const);
  return Array.from({ length: count }, () => {
    const at = new Date(joined + random.next() * (now.getTime() - joined));
    const lines = Array.from({ length: random.between(1, 3) }, () => {
      const product = random.pick(catalog.goods);
      const variant = random.pick(product.variants);
      return {
        productId: product.id,
        variantId: variant.id,
        title: product.title,
        variantTitle: variant.title,
        sku: variant.sku,
        quantity: random.weighted([
          [1, 80],
          [2, 20],
        ] as const),
        unitPriceMinor: variant.priceMinor,
        discountMinor: 0,
        sellingPlanId: null,
        sellingPlanName: null,
        contractId: null,
        requiresShipping: variant.requiresShipping,
      };
    });
    return { customerId: customer.id, at, lines, discountCodes: [], shippingMinor: 490 };
  });
}

/** Some orders came back in whole or in part, and a few payments were disputed, days afterwards. */
function misfortunes(devstore: Devstore, shop: DevShop, random: SeededRandom): void {
  const now = devstore.state.now(shop.domain).getTime();
  for (const order of devstore.state.list(shop.domain, "order")) {
    const later = Date.parse(order.createdAt) + random.between(1, 20) * 24 * 60 * 60 * 1000;
    const when = new Date(Math.min(later, now));
    if (random.chance(0.02)) {
      const amountMinor = random.chance(0.4) ? Math.ceil(order.totalMinor / 2) : undefined;
      refundOrder(devstore, shop.domain, order, { amountMinor }, when);
    } else if (random.chance(0.003)) openDispute(devstore, shop.domain, order, when);
  }
}
