import type { DevstoreState } from "./devstore-state.ts";
import type { ShopControls } from "./fault.ts";

const untouched: ShopControls = {
  id: "controls",
  webhooks: { copies: 1, reorder: false, delayMs: 0, lose: 0 },
  throttlePointsPerSecond: null,
};

/** The shop's control settings, or the defaults. */
export function readControls(state: DevstoreState, shop: string): ShopControls {
  return state.get(shop, "controls", "controls") ?? untouched;
}

export function changeControls(
  state: DevstoreState,
  shop: string,
  change: Partial<Omit<ShopControls, "id">>,
): ShopControls {
  return state.put(shop, "controls", { ...readControls(state, shop), ...change });
}
