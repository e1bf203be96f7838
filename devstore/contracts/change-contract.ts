import type { Devstore } from "../devstore.ts";
import type { ContractStatus, DevContract } from "../state/contract.ts";
import { contractPayload } from "../webhooks/contract-payload.ts";

const statusTopics: Partial<Record<ContractStatus, string>> = {
  ACTIVE: "subscription_contracts/activate",
  PAUSED: "subscription_contracts/pause",
  CANCELLED: "subscription_contracts/cancel",
  EXPIRED: "subscription_contracts/expire",
  FAILED: "subscription_contracts/fail",
};

/**
 * Stores a changed contract under a new revision and tells the app: of the update always, and of the
 * new status when that changed.
 */
export function changeContract(
  devstore: Devstore,
  shop: string,
  contract: DevContract,
  change: Partial<DevContract>,
): DevContract {
  const { state, webhooks } = devstore;
  const changed = state.put(shop, "contract", {
    ...contract,
    ...change,
    revision: contract.revision + 1,
    updatedAt: state.now(shop).toISOString(),
  });
  if (changed.isOfOtherApp) return changed;
  const payload = contractPayload(changed);
  const topic = statusTopics[changed.status];
  if (changed.status !== contract.status && topic !== undefined) {
    webhooks.enqueue(shop, topic, payload);
  }
  webhooks.enqueue(shop, "subscription_contracts/update", payload);
  return changed;
}

/** Whether a contract has come to an end from which it does not return. */
export function isTerminated(contract: Pick<DevContract, "status">): boolean {
  return contract.status === "CANCELLED" || contract.status === "EXPIRED";
}
