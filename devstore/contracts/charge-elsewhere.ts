import { randomUUID } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import type { DevBillingAttempt, DevContract } from "../state/contract.ts";
import type { DevShop } from "../state/shop.ts";
import { settleAttempt } from "./settle-attempt.ts";

/** Who charges a contract beside its app: the platform by itself, the store's staff, an app that had it before. */
export const CHARGED_BY = ["platform", "staff", "other_app"] as const;

/**
 * Charges a cycle without its app, which hears of it as of any other charge.
 *
 * @param charge.result as the controls name one for the next payment.
 * @returns the attempt as it has ended, or as it waits for the shopper.
 */
export function chargeElsewhere(
  devstore: Devstore,
  shop: DevShop,
  contract: DevContract,
  charge: { cycleIndex: number; by: (typeof CHARGED_BY)[number]; result: string },
): DevBillingAttempt {
  const { state } = devstore;
  const { id } = state.put(shop.domain, "billingAttempt", {
    id: state.nextId(shop.domain, "billingAttempt"),
    contractId: contract.id,
    idempotencyKey: `${charge.by}-${contract.id}-${charge.cycleIndex}-${randomUUID()}`,
    cycleIndex: charge.cycleIndex,
    originTime: null,
    state: { type: "pending" },
    createdAt: state.now(shop.domain).toISOString(),
    completedAt: null,
  });
  settleAttempt(devstore, shop, id, charge.result);
  return state.get(shop.domain, "billingAttempt", id) as DevBillingAttempt;
}
