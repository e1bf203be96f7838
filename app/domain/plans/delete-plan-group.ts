import { AppError } from "#app/lib/app-error.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { markPlanGroupRemoved } from "../subscriptions/store-plan-group.ts";
import { claimOfGroup, claimSave, endClaim } from "./save-claim.ts";
import { finishing, lockPlanGroup } from "./save-plan-group.ts";

/**
 * Deletes a group on the platform, so that shoppers can no longer choose its plans. Subscriptions go on as they are,
 * and our rows of its plans stay for them. One that the platform no longer has is deleted here alone.
 *
 * @throws AppError not_found, also for one that is deleted already; platform_refused, platform_unavailable;
 *   idempotency_conflict while the group is being saved.
 */
export async function deletePlanGroup(context: ShopContext, groupId: bigint): Promise<void> {
  const { row, claim } = await context.db.transaction(async (tx) => {
    const locked = await lockPlanGroup(context, tx, groupId);
    const begun = await claimSave(context, tx, claimOfGroup(groupId));
    if (!begun) {
      const message = "Somebody is saving this group at the moment. Try again when they are done.";
      throw new AppError("idempotency_conflict", message);
    }
    return { row: locked, claim: begun };
  });
  await finishing(context, claim, async () => {
    await context.platform.deletePlanGroup(Number(row.platformGroupId));
    await context.db.transaction(async (tx) => {
      await markPlanGroupRemoved(context, tx, groupId);
      await endClaim(context, tx, claim);
      await recordActivity(context, tx, {
        kind: "plan_group.deleted",
        message: `The plan group “${row.name}” was deleted.`,
        details: { plan_group_id: String(groupId) },
      });
    });
  });
}
