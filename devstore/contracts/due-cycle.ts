import type { DevContract } from "../state/contract.ts";
import type { DevstoreState } from "../state/devstore-state.ts";
import type { DevShop } from "../state/shop.ts";
import { billedCycles } from "./billed-cycles.ts";
import { type CycleDates, cycleAt, cycleContaining } from "./billing-schedule.ts";

/** The cycle that a charge is for when it names none: the oldest one that is due and unpaid, otherwise the current one. */
export function dueCycle(
  state: DevstoreState,
  shop: DevShop,
  contract: DevContract,
  origin: Date,
): CycleDates {
  const billed = billedCycles(state, shop.domain, contract.id);
  const running =
    cycleContaining(contract, origin, shop.timezone) ?? cycleAt(contract, 1, shop.timezone);
  const firstOpen = Math.max(0, ...billed) + 1;
  for (let index = firstOpen; index < running.index; index += 1) {
    const cycle = cycleAt(contract, index, shop.timezone);
    if (cycle.edit?.skipped !== true) return cycle;
  }
  return running;
}
