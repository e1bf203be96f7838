import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { moveContracts } from "./move-contracts.ts";
import { moveCoupons } from "./move-coupons.ts";
import { moveLedger } from "./move-ledger.ts";
import type { RewardMovement } from "./reward-movement.ts";
import { rewardTypeOf } from "./reward-types.ts";

/** Gives a reward, or takes it back, in the caller's transaction, which holds the store's lock. */
export async function giveReward(
  context: ShopContext,
  tx: Queries,
  movement: RewardMovement,
): Promise<void> {
  const { unit } = rewardTypeOf(movement.reward);
  if (unit === "coupon") await moveCoupons(context, tx, movement);
  else if (unit === "contract") await moveContracts(context, tx, movement);
  else await moveLedger(context, tx, unit, movement);
}
