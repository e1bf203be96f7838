import { randomUUID } from "node:crypto";
import { createContract } from "../contracts/create-contract.ts";
import { deliveriesPerCharge } from "../contracts/deliveries-per-charge.ts";
import { membershipMarker } from "../controls/shop-state.ts";
import { createCustomer } from "../customers/create-customer.ts";
import type { Devstore } from "../devstore.ts";
import { InputError, MissingError } from "../input-error.ts";
import { planPrice } from "../orders/price-checkout.ts";
import { recordOrder } from "../orders/record-order.ts";
import type { DevProduct, DevSellingPlan, DevSellingPlanGroup } from "../state/catalog.ts";
import type {
  ContractStatus,
  DeliveryPolicy,
  DevAnchor,
  DevContract,
  DevLine,
  IntervalUnit,
} from "../state/contract.ts";
import type { DevCustomer } from "../state/customer.ts";
import { fromPresentment, type Presentment, toPresentment } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import { addPlanFixture, planOf, price } from "./seed-catalog.ts";

/** A contract as a test wants it; what is left out is as the plan and a plain checkout have it. */
export interface FixtureContract {
  cid: number | undefined;
  kind: "membership" | "product";
  planId: number | undefined;
  planName: string | undefined;
  /** The contract's currency. */
  presentment: Presentment;
  priceMinor: number | undefined;
  quantity: number;
  interval: IntervalUnit | undefined;
  intervalCount: number | undefined;
  /** Left out, as the plan has it; of another interval than the plan's, one for each charge. */
  delivery: Pick<DeliveryPolicy, "interval" | "intervalCount"> | undefined;
  /** Fixed days of the charges and of the deliveries; none when left out. */
  billingAnchors: DevAnchor[] | undefined;
  deliveryAnchors: DevAnchor[] | undefined;
  deliveryPriceMinor: number | undefined;
  status: ContractStatus;
  createdAt: Date | undefined;
  nextBillingDate: Date | undefined;
  /** False makes a contract without an origin order. */
  order: boolean;
  isOfOtherApp: boolean;
}

/**
 * Makes a contract as a checkout would, with its origin order, and for a new customer when none is
 * given. A shop without a plan of the kind gets one first.
 */
export function addFixtureContract(
  devstore: Devstore,
  shop: DevShop,
  input: FixtureContract,
): DevContract {
  const customer = customerOf(devstore, shop, input.cid);
  const { group, plan } = planFor(devstore, shop, input);
  const product = devstore.state
    .list(shop.domain, "product")
    .find((one) => group.productIds.includes(one.id));
  const createdAt = input.createdAt ?? devstore.state.now(shop.domain);
  const agreed = (minor: number) => toPresentment(minor, shop.currency, input.presentment);
  const line = lineOf(plan, product, input, agreed);
  const originOrderId = input.order
    ? orderOf(devstore, shop, customer, line, createdAt, input.presentment)
    : null;
  const interval = input.interval ?? plan.billingPolicy.interval;
  const intervalCount =
    input.intervalCount ?? (input.interval === undefined ? plan.billingPolicy.intervalCount : 1);
  const billing = { interval, intervalCount };
  const isAsPlanned =
    interval === plan.billingPolicy.interval && intervalCount === plan.billingPolicy.intervalCount;
  const planned = isAsPlanned ? intervalOf(plan.deliveryPolicy) : billing;
  const delivery = input.delivery ?? planned;
  if (deliveriesPerCharge(billing, delivery) === null) {
    throw new InputError("delivery_interval_count", "a whole part of the time between two charges");
  }
  const method = devstore.state
    .list(shop.domain, "paymentMethod")
    .find((one) => one.customerId === customer.id && one.revokedAt === null);
  const contract = createContract(devstore, shop, {
    customerId: customer.id,
    currency: input.presentment.currency,
    originOrderId,
    createdAt,
    status: input.status,
    billingPolicy: {
      ...{ ...billing, minCycles: null, maxCycles: null },
      anchors: input.billingAnchors ?? [],
    },
    deliveryPolicy: { ...delivery, anchors: input.deliveryAnchors ?? [] },
    deliveryPriceMinor: input.deliveryPriceMinor ?? (line.requiresShipping ? agreed(490) : 0),
    paymentMethodId: method?.id ?? null,
    lines: [line],
    discounts: [],
    note: null,
    customAttributes: [],
    ...(input.isOfOtherApp && { isOfOtherApp: true }),
    ...(input.nextBillingDate === undefined ? {} : { nextBillingDate: input.nextBillingDate }),
  });
  if (originOrderId !== null) linkOrder(devstore, shop, originOrderId, contract.id);
  return contract;
}

const intervalOf = ({ interval, intervalCount }: DeliveryPolicy) => ({ interval, intervalCount });

function customerOf(devstore: Devstore, shop: DevShop, cid: number | undefined): DevCustomer {
  if (cid === undefined) return createCustomer(devstore, shop, {});
  const customer = devstore.state.get(shop.domain, "customer", cid);
  if (customer === undefined) throw new MissingError(`no customer ${cid} in ${shop.domain}`);
  return customer;
}

function planFor(
  devstore: Devstore,
  shop: DevShop,
  input: FixtureContract,
): { group: DevSellingPlanGroup; plan: DevSellingPlan } {
  const groups = devstore.state.list(shop.domain, "sellingPlanGroup");
  if (input.planId !== undefined) {
    for (const group of groups) {
      const plan = group.plans.find((one) => one.id === input.planId);
      if (plan !== undefined) return { group, plan };
    }
    throw new InputError("plan_id", `no selling plan ${input.planId} in ${shop.domain}`);
  }
  const group =
    groups.find((one) => (one.appId === membershipMarker) === (input.kind === "membership")) ??
    addPlanFixture(devstore, shop, {
      kind: input.kind,
      plan:
        input.kind === "membership"
          ? planOf("Gold Club monthly", "MONTH", 1, price(1500))
          : planOf("Every 4 weeks", "WEEK", 4, price(1490)),
    });
  const plan = group.plans[0];
  if (plan === undefined) throw new InputError("kind", `${group.name} has no plans`);
  return { group, plan };
}

function lineOf(
  plan: DevSellingPlan,
  product: DevProduct | undefined,
  input: FixtureContract,
  agreed: (minor: number) => number,
): DevLine {
  const variant = product?.variants[0];
  return {
    id: randomUUID(),
    productId: product?.id ?? null,
    variantId: variant?.id ?? null,
    title: product?.title ?? plan.name,
    variantTitle: variant?.title ?? null,
    sku: variant?.sku ?? null,
    quantity: input.quantity,
    currentPriceMinor: input.priceMinor ?? agreed(planPrice(variant?.priceMinor ?? 0, plan)),
    sellingPlanId: plan.id,
    sellingPlanName: input.planName ?? plan.name,
    pricingPolicy: null,
    customAttributes: [],
    requiresShipping: variant?.requiresShipping ?? false,
    taxable: true,
  };
}

function orderOf(
  devstore: Devstore,
  shop: DevShop,
  customer: DevCustomer,
  line: DevLine,
  at: Date,
  presentment: Presentment,
): number {
  const order = recordOrder(devstore, shop, {
    customerId: customer.id,
    discountCodes: [],
    shippingMinor: line.requiresShipping ? 490 : 0,
    tags: [],
    sourceName: "web",
    contractId: null,
    at,
    presentment,
    lines: [
      {
        productId: line.productId,
        variantId: line.variantId,
        title: line.title,
        variantTitle: line.variantTitle,
        sku: line.sku,
        quantity: line.quantity,
        unitPriceMinor: fromPresentment(line.currentPriceMinor, shop.currency, presentment),
        discountMinor: 0,
        sellingPlanId: line.sellingPlanId,
        sellingPlanName: line.sellingPlanName,
        contractId: null,
        requiresShipping: line.requiresShipping,
      },
    ],
  });
  return order.id;
}

function linkOrder(devstore: Devstore, shop: DevShop, orderId: number, contractId: number): void {
  const { state } = devstore;
  const order = state.get(shop.domain, "order", orderId);
  if (order === undefined) return;
  const lines = order.lines.map((line) => ({ ...line, contractId }));
  state.put(shop.domain, "order", { ...order, contractId, lines });
}
