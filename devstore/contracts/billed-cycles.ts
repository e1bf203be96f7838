import type { DevstoreState } from "../state/devstore-state.ts";

/** Whether an order has paid the cycle. */
export function isCycleBilled(
  state: DevstoreState,
  shop: string,
  contractId: number,
  index: number,
): boolean {
  return billedCycles(state, shop, contractId).has(index);
}

/** Indexes of all cycles which an order has paid. */
export function billedCycles(
  state: DevstoreState,
  shop: string,
  contractId: number,
): ReadonlySet<number> {
  return new Set(
    state
      .list(shop, "billingAttempt")
      .filter((one) => one.contractId === contractId && one.state.type === "success")
      .map((one) => one.cycleIndex),
  );
}
