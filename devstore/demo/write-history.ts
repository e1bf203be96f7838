import { addIntervals, initialSchedule } from "../contracts/billing-schedule.ts";
import { STANDARD } from "../contracts/create-contract.ts";
import { failureOf, lastErrorType } from "../contracts/payment-result.ts";
import type { Devstore } from "../devstore.ts";
import { buildPaidOrder, type NewOrder } from "../orders/record-order.ts";
import type { DevDiscount, DevLine } from "../state/contract.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import type { Charge, ContractStory } from "./history.ts";
import type { SeededRandom } from "./random.ts";

/** An order of no contract. */
export interface LooseOrder {
  customerId: number;
  at: Date;
  lines: NewOrder["lines"];
  discountCodes: NewOrder["discountCodes"];
  shippingMinor: number;
}

/** Something that happened, to be written down in the order in which it happened. */
interface Happening {
  at: Date;
  write(): void;
}

const shippingMinor = 490;

/**
 * Writes contracts, their charges and all orders into the shop's state, oldest first, so numbers
 * grow with time as on the platform. No webhooks are sent: the app imports this history when it
 * is installed.
 */
export function writeHistory(
  devstore: Devstore,
  shop: DevShop,
  random: SeededRandom,
  history: { stories: ContractStory[]; orders: LooseOrder[] },
): void {
  const events: Happening[] = history.orders.map((order) => ({
    at: order.at,
    write: () => {
      const loose = { ...order, tags: [], sourceName: "web", contractId: null };
      put(devstore, shop, buildPaidOrder(devstore, shop, loose));
    },
  }));
  const inOrder = history.stories.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  for (const story of inOrder) {
    const writer = new ContractWriter(devstore, shop, random, story);
    events.push({ at: story.startedAt, write: () => writer.begin() });
    for (const charge of story.charges) {
      events.push({ at: charge.at, write: () => writer.charge(charge) });
    }
    events.push({ at: story.endedAt ?? new Date(8.64e15), write: () => writer.finish() });
  }
  events.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const happening of events) happening.write();
}

class ContractWriter {
  readonly #devstore: Devstore;
  readonly #shop: DevShop;
  readonly #story: ContractStory;
  readonly #line: DevLine;
  readonly #random: SeededRandom;
  #id = 0;
  #updatedAt: Date;

  constructor(devstore: Devstore, shop: DevShop, random: SeededRandom, story: ContractStory) {
    this.#devstore = devstore;
    this.#shop = shop;
    this.#story = story;
    this.#random = random;
    this.#updatedAt = story.startedAt;
    this.#line = {
      id: random.uuid(),
      productId: story.product.id,
      variantId: story.variant.id,
      title: story.product.title,
      variantTitle: story.variant.title,
      sku: story.variant.sku,
      quantity: story.quantity,
      currentPriceMinor: story.unitPriceMinor,
      sellingPlanId: story.plan.id,
      sellingPlanName: story.plan.name,
      pricingPolicy: null,
      customAttributes: [],
      requiresShipping: story.variant.requiresShipping,
      taxable: true,
    };
  }

  begin(): void {
    const { state } = this.#devstore;
    const { domain } = this.#shop;
    const story = this.#story;
    this.#id = state.nextId(domain, "contract");
    const order = this.#order(story.startedAt, "web");
    const { billingPolicy, deliveryPolicy } = story.plan;
    const method = state
      .list(domain, "paymentMethod")
      .find((one) => one.customerId === story.customerId);
    state.put(domain, "contract", {
      id: this.#id,
      customerId: story.customerId,
      currency: this.#shop.currency,
      status: "ACTIVE",
      originOrderId: order.id,
      nextBillingDate: story.nextBillingDate.toISOString(),
      billingPolicy,
      deliveryPolicy,
      deliveryAddress: story.variant.requiresShipping
        ? (state.get(domain, "customer", story.customerId)?.address ?? null)
        : null,
      shippingOption: story.variant.requiresShipping ? STANDARD : null,
      deliveryPriceMinor: story.variant.requiresShipping ? shippingMinor : 0,
      paymentMethodId: method?.id ?? null,
      lines: [this.#line],
      discounts: [],
      note: null,
      customAttributes: [],
      lastPaymentStatus: "SUCCEEDED",
      lastBillingAttemptErrorType: null,
      schedule: initialSchedule(
        billingPolicy,
        story.startedAt,
        addIntervals(
          story.startedAt,
          billingPolicy.interval,
          billingPolicy.intervalCount,
          this.#shop.timezone,
        ),
        this.#shop.timezone,
      ),
      cycleEdits: [],
      revision: 1,
      createdAt: story.startedAt.toISOString(),
      updatedAt: story.startedAt.toISOString(),
    });
  }

  charge({ cycleIndex, at, error }: Charge): void {
    const { state } = this.#devstore;
    const { domain } = this.#shop;
    const failure = error === null ? null : failureOf(error);
    const order = failure === null ? this.#order(at, "subscription_contract") : null;
    const id = state.nextId(domain, "billingAttempt");
    state.put(domain, "billingAttempt", {
      id,
      contractId: this.#id,
      idempotencyKey: `history-${this.#id}-${cycleIndex}-${id}`,
      cycleIndex,
      originTime: at.toISOString(),
      state: failure ?? { type: "success", orderId: order?.id ?? 0 },
      createdAt: at.toISOString(),
      completedAt: at.toISOString(),
    });
    this.#updatedAt = at;
    const contract = state.get(domain, "contract", this.#id);
    if (contract === undefined) return;
    state.put(domain, "contract", {
      ...contract,
      lastPaymentStatus: failure === null ? "SUCCEEDED" : "FAILED",
      lastBillingAttemptErrorType: failure === null ? null : lastErrorType(failure),
      revision: contract.revision + 1,
      updatedAt: at.toISOString(),
    });
  }

  finish(): void {
    const { state } = this.#devstore;
    const contract = state.get(this.#shop.domain, "contract", this.#id);
    if (contract === undefined) return;
    const { status, endedAt } = this.#story;
    state.put(this.#shop.domain, "contract", {
      ...contract,
      status,
      discounts: status === "ACTIVE" ? this.#someDiscounts() : [],
      revision: contract.revision + 1,
      updatedAt: (endedAt ?? this.#updatedAt).toISOString(),
    });
  }

  #order(at: Date, sourceName: string): DevOrder {
    const { quantity, unitPriceMinor, variant, customerId } = this.#story;
    const { id: _id, ...line } = this.#line;
    const renewal = sourceName !== "web";
    const order = buildPaidOrder(this.#devstore, this.#shop, {
      customerId,
      at,
      sourceName,
      contractId: this.#id,
      discountCodes: [],
      shippingMinor: variant.requiresShipping ? shippingMinor : 0,
      tags: renewal ? ["Subscription", "Subscription Recurring Order"] : [],
      lines: [
        {
          productId: line.productId,
          variantId: line.variantId,
          title: line.title,
          variantTitle: line.variantTitle,
          sku: line.sku,
          quantity,
          unitPriceMinor,
          discountMinor: 0,
          sellingPlanId: line.sellingPlanId,
          sellingPlanName: line.sellingPlanName,
          contractId: this.#id,
          requiresShipping: line.requiresShipping,
        },
      ],
    });
    return put(this.#devstore, this.#shop, order);
  }

  /** A few contracts carry a discount which somebody at the shop once granted. */
  #someDiscounts(): DevDiscount[] {
    if (!this.#random.chance(0.06)) return [];
    const limit = this.#random.pick([3, 6, null]);
    return [
      {
        id: this.#random.uuid(),
        kind: "manual",
        title: this.#random.pick(["Sorry for the delay", "Loyal customer", "Friends and family"]),
        redeemCode: null,
        targetType: "LINE_ITEM",
        value: { type: "percentage", percentage: this.#random.pick([10, 15, 20]) },
        entitledLineIds: null,
        recurringCycleLimit: limit,
        usageCount: limit === null ? 4 : 1,
        rejectionReason: null,
      },
    ];
  }
}

/** Orders of the past were sent long ago. */
function put(devstore: Devstore, shop: DevShop, order: DevOrder): DevOrder {
  const ageMs = devstore.state.now(shop.domain).getTime() - Date.parse(order.createdAt);
  const sent = ageMs > 3 * 24 * 60 * 60 * 1000;
  return devstore.state.put(shop.domain, "order", {
    ...order,
    fulfillmentStatus: sent ? "FULFILLED" : order.fulfillmentStatus,
  });
}
