import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion } from "../../edit-version.ts";
import type { ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import { publishCancelFlowJob } from "../churn-jobs.ts";
import { titleOfReason } from "./managed-reason.ts";
import { lockReason } from "./save-reason.ts";

/**
 * Switches a reason on or off: one that is off is not shown. Repeating changes nothing.
 *
 * @throws AppError not_found.
 */
export async function setReasonActive(
  context: ShopContext,
  input: { reasonId: bigint; active: boolean },
): Promise<void> {
  const shopId = context.shop.id;
  await context.db.transaction(async (tx) => {
    const row = await lockReason(context, tx, input.reasonId);
    if (row.active === input.active) return;
    await tx.cancellationReason.update({
      where: { shopId_id: { shopId, id: row.id } },
      data: {
        active: input.active,
        updatedAt: nextVersion(row.updatedAt, context.clock.now()),
      },
    });
    const title = titleOfReason({ alias: row.alias as ReasonAlias, title: row.title });
    await recordActivity(context, tx, {
      kind: input.active ? "reason.switched_on" : "reason.switched_off",
      message: `The cancellation reason “${title}” was switched ${input.active ? "on" : "off"}.`,
      details: { reason: row.alias },
    });
    await addJob(tx, publishCancelFlowJob, { shopId });
  });
}
