import { randomUUID } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import { recordOrder } from "../orders/record-order.ts";
import type {
  AttemptState,
  ContractTerms,
  DevBillingAttempt,
  DevContract,
  DevLine,
} from "../state/contract.ts";
import { fromPresentment, type Presentment, presentmentIn } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import { attemptPayload } from "../webhooks/attempt-payload.ts";
import { changeContract } from "./change-contract.ts";
import { failureOf, lastErrorType, ownFailure } from "./payment-result.ts";
import { isApplicable, priceTerms } from "./price-terms.ts";

/**
 * Brings a pending attempt to its end: as the controls asked for this contract's next payment, else
 * as its payment method allows. Success makes the order, counts the discounts used and drops those
 * whose cycles are over. Does nothing when the attempt has ended already.
 *
 * @param asked how this one ends, whatever is planned for the next.
 */
export function settleAttempt(
  devstore: Devstore,
  shop: DevShop,
  attemptId: number,
  asked?: string,
): void {
  devstore.state.transaction(() => {
    const { state } = devstore;
    const attempt = state.get(shop.domain, "billingAttempt", attemptId);
    const contract = attempt && state.get(shop.domain, "contract", attempt.contractId);
    if (attempt?.state.type !== "pending" || contract === undefined) return;
    const result = asked ?? nextResult(devstore, shop.domain, contract);
    if (result === "ACTION_REQUIRED") challenge(devstore, shop, attempt);
    else conclude(devstore, shop, attempt, contract, result);
  });
}

/** Ends an attempt whose shopper had to confirm the payment. */
export function endChallenge(
  devstore: Devstore,
  shop: DevShop,
  attempt: DevBillingAttempt,
  result: string,
): void {
  const contract = devstore.state.get(shop.domain, "contract", attempt.contractId);
  if (contract !== undefined) conclude(devstore, shop, attempt, contract, result);
}

/**
 * Whatever the payment would have come to, the platform sells no gift card for nothing, and charges in no currency that the shop does
 * not sell in.
 */
function conclude(
  devstore: Devstore,
  shop: DevShop,
  attempt: DevBillingAttempt,
  contract: DevContract,
  result: string,
): void {
  const presentment = presentmentIn(shop, contract.currency);
  const failWith = (code: string) => fail(devstore, shop.domain, attempt, contract, code);
  if (result !== "success") failWith(result);
  else if (givesGiftCardAway(devstore, shop.domain, termsOf(attempt, contract)))
    failWith("FREE_GIFT_CARD_NOT_ALLOWED");
  else if (!presentment) failWith("INVALID_CURRENCY");
  else succeed(devstore, shop, attempt, contract, presentment);
}

function nextResult(devstore: Devstore, shop: string, contract: DevContract): string {
  const { state } = devstore;
  const asked = state.list(shop, "nextPayment").find((one) => one.contractId === contract.id);
  if (asked !== undefined) {
    state.remove(shop, "nextPayment", asked.id);
    return asked.result;
  }
  const method =
    contract.paymentMethodId === null
      ? undefined
      : state.get(shop, "paymentMethod", contract.paymentMethodId);
  return ownFailure(method, state.now(shop)) ?? "success";
}

/** What a cycle charges: the contract's own terms, unless the cycle was edited. */
function termsOf(attempt: DevBillingAttempt, contract: DevContract): ContractTerms {
  const edit = contract.cycleEdits.find((one) => one.index === attempt.cycleIndex);
  return edit?.terms ?? contract;
}

function isGiftCard({ state }: Devstore, shop: string, { productId }: DevLine): boolean {
  return productId !== null && state.get(shop, "product", productId)?.isGiftCard === true;
}

function givesGiftCardAway(devstore: Devstore, shop: string, terms: ContractTerms): boolean {
  return priceTerms(terms).lines.some(
    ({ line, discountedMinor }) => discountedMinor === 0 && isGiftCard(devstore, shop, line),
  );
}

function succeed(
  devstore: Devstore,
  shop: DevShop,
  attempt: DevBillingAttempt,
  contract: DevContract,
  presentment: Presentment,
): void {
  const terms = termsOf(attempt, contract);
  const priced = priceTerms(terms);
  // The shopper pays the contract's amounts; the shop books what those come to in its own currency.
  const booked = (minor: number) => fromPresentment(minor, shop.currency, presentment);
  const goodsMinor = priced.lines.reduce((sum, { discountedMinor }) => sum + discountedMinor, 0);
  const order = recordOrder(devstore, shop, {
    customerId: contract.customerId,
    discountCodes: [],
    shippingMinor: booked(priced.deliveryMinor),
    presentment,
    agreedMinor: goodsMinor + priced.deliveryMinor,
    tags: ["Subscription", "Subscription Recurring Order"],
    sourceName: "subscription_contract",
    contractId: contract.id,
    at: devstore.state.now(shop.domain),
    lines: priced.lines.map(({ line, totalMinor, discountedMinor, allocations }) => ({
      ...(allocations.length > 0 && {
        contractDiscounts: allocations.map(({ discountId, amountMinor }) => ({
          title: terms.discounts.find(({ id }) => id === discountId)?.title ?? "Discount",
          amountMinor: booked(amountMinor),
        })),
      }),
      productId: line.productId,
      variantId: line.variantId,
      title: line.title,
      variantTitle: line.variantTitle,
      sku: line.sku,
      quantity: line.quantity,
      unitPriceMinor: booked(line.currentPriceMinor),
      discountMinor: booked(totalMinor - discountedMinor),
      sellingPlanId: line.sellingPlanId,
      sellingPlanName: line.sellingPlanName,
      contractId: contract.id,
      requiresShipping: line.requiresShipping,
      ...(!line.taxable && { isUntaxed: true as const }),
      ...(isGiftCard(devstore, shop.domain, line) && { isGiftCard: true, isUntaxed: true }),
    })),
  });
  end(devstore, shop.domain, attempt, { type: "success", orderId: order.id }, null);
  const discounts = contract.discounts
    .map((discount) => {
      const used = priced.usedDiscountIds.includes(discount.id);
      return used ? { ...discount, usageCount: discount.usageCount + 1 } : discount;
    })
    .filter((discount) => isApplicable(discount) || discount.rejectionReason !== null);
  changeContract(devstore, shop.domain, contract, {
    discounts,
    lastPaymentStatus: "SUCCEEDED",
    lastBillingAttemptErrorType: null,
  });
}

function fail(
  devstore: Devstore,
  shop: string,
  attempt: DevBillingAttempt,
  contract: DevContract,
  code: string,
): void {
  const state = failureOf(code);
  end(devstore, shop, attempt, state, { code, message: errorMessage(code) });
  changeContract(devstore, shop, contract, {
    lastPaymentStatus: "FAILED",
    lastBillingAttemptErrorType: lastErrorType(state),
  });
}

function challenge(devstore: Devstore, shop: DevShop, attempt: DevBillingAttempt): void {
  // Only the shopper who is sent there can know it.
  const nextActionUrl = `/challenges/${attempt.id}/${randomUUID()}`;
  const waiting = devstore.state.put(shop.domain, "billingAttempt", {
    ...attempt,
    state: { type: "action_required", nextActionUrl },
  });
  devstore.webhooks.enqueue(
    shop.domain,
    "subscription_billing_attempts/challenged",
    attemptPayload(waiting, null),
  );
}

function end(
  devstore: Devstore,
  shop: string,
  attempt: DevBillingAttempt,
  state: AttemptState,
  error: { code: string; message: string } | null,
): void {
  const ended = devstore.state.put(shop, "billingAttempt", {
    ...attempt,
    state,
    completedAt: devstore.state.now(shop).toISOString(),
  });
  const outcome = state.type === "success" ? "success" : "failure";
  devstore.webhooks.enqueue(
    shop,
    `subscription_billing_attempts/${outcome}`,
    attemptPayload(ended, error),
  );
}

/** "Card declined." for CARD_DECLINED: a sentence of the code, as the platform has one for each. */
export function errorMessage(code: string): string {
  const words = code.toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
