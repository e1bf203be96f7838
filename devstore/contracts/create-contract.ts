import type { Devstore } from "../devstore.ts";
import type { ContractTerms, DevContract, ShippingOption } from "../state/contract.ts";
import { wholeSeconds } from "../state/whole-seconds.ts";
import { contractPayload } from "../webhooks/contract-payload.ts";
import { addIntervals, initialSchedule } from "./billing-schedule.ts";

export interface NewContract extends Omit<ContractTerms, "nextBillingDate" | "status"> {
  customerId: number;
  currency: string;
  originOrderId: number | null;
  status?: ContractTerms["status"];
  isOfOtherApp?: boolean;
  /** Left out, the first renewal is one interval after the contract's start. */
  nextBillingDate?: Date;
  /** Left out, the contract starts now. */
  createdAt?: Date;
}

/** What the checkout offers for what is shipped. */
export const STANDARD: ShippingOption = {
  code: "standard",
  title: "Standard",
  presentmentTitle: "Standard",
  description: null,
};

/** Makes a contract and tells the app. */
export function createContract(
  devstore: Devstore,
  shop: { domain: string; timezone: string },
  input: NewContract,
): DevContract {
  const { state, webhooks } = devstore;
  const {
    createdAt: startedAt = state.now(shop.domain),
    nextBillingDate,
    status,
    ...terms
  } = input;
  const createdAt = wholeSeconds(startedAt);
  const { interval, intervalCount } = input.billingPolicy;
  const next = wholeSeconds(
    nextBillingDate ?? addIntervals(createdAt, interval, intervalCount, shop.timezone),
  );
  const isShipped = input.lines.some(({ requiresShipping }) => requiresShipping);
  const contract = state.put(shop.domain, "contract", {
    deliveryAddress: isShipped
      ? (state.get(shop.domain, "customer", input.customerId)?.address ?? null)
      : null,
    shippingOption: isShipped ? STANDARD : null,
    ...terms,
    id: state.nextId(shop.domain, "contract"),
    status: status ?? "ACTIVE",
    nextBillingDate: next.toISOString(),
    lastPaymentStatus: input.originOrderId === null ? null : "SUCCEEDED",
    lastBillingAttemptErrorType: null,
    schedule: initialSchedule(input.billingPolicy, createdAt, next, shop.timezone),
    cycleEdits: [],
    revision: 1,
    createdAt: createdAt.toISOString(),
    updatedAt: createdAt.toISOString(),
  });
  if (!contract.isOfOtherApp) {
    webhooks.enqueue(shop.domain, "subscription_contracts/create", contractPayload(contract));
  }
  return contract;
}
