import type { BulkAction, Subscription } from "#app/generated/prisma/client.ts";
import { isAppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";
import type { ClaimedRow } from "./claim-row.ts";
import { type Refusal, ROW_CHANGES, type RowIntent } from "./row-changes.ts";
import { CHANGED_MEANWHILE, claimOf, type RowClaim } from "./row-claim.ts";

/** What fails so often is not tried again: the other rows go on, and the merchant is told. */
const MAX_TRIES = 5;

interface RowEnd {
  state: "done" | "refused";
  note: string | null;
}

/**
 * Changes the subscription of a claimed row and writes down how it ended. What was refused for a reason ends with that
 * reason.
 *
 * @throws the error, when the row can be tried again: it waits once more.
 */
export async function changeRow(
  context: ShopContext,
  action: BulkAction & { kind: BulkActionKind },
  row: ClaimedRow,
): Promise<void> {
  try {
    const end = await carryOut(context, action, row);
    if (end) await endRow(context, action, row, end);
  } catch (error) {
    const known = isAppError(error) ? error : null;
    if (known && known.code !== "platform_unavailable") {
      return endRow(context, action, row, { state: "refused", note: known.message });
    }
    if (row.tries >= MAX_TRIES) {
      if (!known)
        context.log.error({ err: error, bulkActionId: action.id }, "a row cannot be changed");
      const note = known?.message ?? "Something went wrong on our side.";
      return endRow(context, action, row, {
        state: "refused",
        note: `${note} Tried ${row.tries} times.`,
      });
    }
    await releaseRow(context, action, row);
    throw error;
  }
}

/** Null when another worker has the row by now. */
async function carryOut(
  context: ShopContext,
  action: BulkAction & { kind: BulkActionKind },
  row: ClaimedRow,
): Promise<RowEnd | null> {
  const where = { shopId_id: { shopId: action.shopId, id: row.subscription_id } };
  const subscription = await context.db.prisma.subscription.findUniqueOrThrow({ where });
  const claim = claimOf(context, action, row);
  const intent = await readIntent(context, action, row, subscription, claim);
  if (intent === null) return null;
  if ("refused" in intent) return { state: "refused", note: intent.refused };
  const change = ROW_CHANGES[action.kind];
  const result = await change.carryOut(context, subscription, intent, action, claim);
  return typeof result === "object" && result !== null
    ? { state: "refused", note: result.refused }
    : { state: "done", note: result };
}

/** The intent of an earlier try, or a new one, which is written down first. */
async function readIntent(
  context: ShopContext,
  action: BulkAction & { kind: BulkActionKind },
  row: ClaimedRow,
  subscription: Subscription,
  claim: RowClaim,
): Promise<RowIntent | Refusal | null> {
  if (!(await claim.isAsSeen())) return { refused: CHANGED_MEANWHILE };
  if (row.is_planned) return { at: row.meant_at, attemptId: row.meant_attempt_id };
  const intent = await ROW_CHANGES[action.kind].plan(context, subscription);
  if ("refused" in intent) return intent;
  const { count } = await context.db.prisma.bulkActionRow.updateMany({
    where: { ...keyOf(action, row), state: "running", tries: row.tries },
    data: { isPlanned: true, meantAt: intent.at, meantAttemptId: intent.attemptId },
  });
  return count === 0 ? null : intent;
}

async function endRow(
  { db, clock }: ShopContext,
  action: BulkAction,
  row: ClaimedRow,
  end: RowEnd,
): Promise<void> {
  await db.prisma.bulkActionRow.updateMany({
    where: { ...keyOf(action, row), state: "running" },
    data: { ...end, endedAt: clock.now() },
  });
}

async function releaseRow({ db }: ShopContext, action: BulkAction, row: ClaimedRow): Promise<void> {
  await db.prisma.bulkActionRow.updateMany({
    where: { ...keyOf(action, row), state: "running", tries: row.tries },
    data: { state: "waiting" },
  });
}

const keyOf = ({ shopId, id }: BulkAction, row: ClaimedRow) => ({
  shopId,
  bulkActionId: id,
  subscriptionId: row.subscription_id,
});
