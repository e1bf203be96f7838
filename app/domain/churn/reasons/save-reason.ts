import type { z } from "zod";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { recordEvent } from "../../events/record-event.ts";
import type { ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import { publishCancelFlowJob } from "../churn-jobs.ts";
import {
  type ManagedReason,
  managedReasonInclude,
  titleOfReason,
  toManagedReason,
} from "./managed-reason.ts";
import { ownTitle, parseReasonInput, type reasonInputSchema } from "./reason-input.ts";
import { setReasonOffers } from "./set-reason-offers.ts";

/**
 * Saves everything that the editor of one reason shows: texts, help, whether it is on, and its offers
 * in order, all or nothing. The storefront follows by a job.
 *
 * @param edit.version the version the editor was opened with; when the reason has changed since,
 *   nothing is saved and the outcome is `stale`.
 * @throws AppError invalid_input, not_found.
 */
export async function saveReason(
  context: ShopContext,
  edit: { reasonId: bigint; version: string; input: z.input<typeof reasonInputSchema> },
): Promise<{ outcome: "saved"; reason: ManagedReason } | StaleEdit> {
  const input = parseReasonInput(edit.input);
  const shopId = context.shop.id;
  const where = { shopId_id: { shopId, id: edit.reasonId } };
  return context.db.transaction(async (tx) => {
    const before = await lockReason(context, tx, edit.reasonId);
    if (before.updatedAt.toISOString() !== edit.version) return { outcome: "stale" };
    await setReasonOffers(context, tx, edit.reasonId, input.offerIds);
    const row = await tx.cancellationReason.update({
      where,
      data: {
        title: ownTitle(before.alias as ReasonAlias, input.title),
        description: input.description,
        helpKind: input.help.kind === "none" ? null : input.help.kind,
        helpUrl: input.help.kind === "help" ? input.help.url : null,
        active: input.active,
        updatedAt: nextVersion(before.updatedAt, context.clock.now()),
      },
      include: managedReasonInclude,
    });
    const reason = toManagedReason(row);
    await recordActivity(context, tx, {
      kind: "reason.saved",
      message: `The cancellation reason “${titleOfReason(reason)}” was edited.`,
      details: { reason: reason.alias, active: reason.active, offers: reason.offers.length },
    });
    await addJob(tx, publishCancelFlowJob, { shopId });
    if (row.title !== before.title) {
      await recordEvent(context, tx, "cancellation_reason.renamed", { alias: row.alias });
    }
    return { outcome: "saved", reason };
  });
}

/** Reads the reason and keeps others from changing it until the transaction ends. */
export async function lockReason(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  reasonId: bigint,
) {
  await tx.$queryRaw`
    SELECT id FROM cancellation_reasons WHERE shop_id = ${context.shop.id} AND id = ${reasonId} FOR UPDATE`;
  const row = await tx.cancellationReason.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: reasonId } },
  });
  if (!row) throw new AppError("not_found", "There is no such cancellation reason.");
  return row;
}
