import type { BulkAction } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import type { ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";
import { runBulkActionTask } from "./bulk-action-tasks.ts";
import type { BulkSelection } from "./bulk-selection.ts";
import { readSelected } from "./preview-bulk-action.ts";

export interface BulkActionInput {
  kind: BulkActionKind;
  /** How long a pause lasts, whole days from 1 to 365; null for everything else. */
  days: number | null;
  selection: BulkSelection;
  /** The number of subscriptions that the merchant was shown. */
  count: number;
  /** Identifies the request: the same key again answers the same action. */
  key: string;
}

export type BulkActionStart =
  | { outcome: "started" | "repeated"; id: bigint }
  /** Another number matches by now; nothing was started. */
  | { outcome: "count_changed"; count: number };

/**
 * Starts a change of many subscriptions. Which ones is written down now: those that come to match later are left alone. A due
 * task works through them. Safe to repeat with its key.
 *
 * @throws AppError invalid_input, also for the field `days`; not_found: nothing is meant; idempotency_conflict when the key
 * was used for another action.
 */
export async function startBulkAction(
  context: ShopContext,
  input: BulkActionInput,
): Promise<BulkActionStart> {
  const { db, shop, actor, clock } = context;
  checkDays(input);
  const known = await findAction(db.prisma, shop.id, input.key);
  if (known) return repeated(known, input);
  const ids = await readSelected(context, input.selection);
  if (ids.length !== input.count) return { outcome: "count_changed", count: ids.length };
  return db.transaction(async (tx) => {
    const now = clock.now();
    const { count } = await tx.bulkAction.createMany({
      data: [
        {
          shopId: shop.id,
          kind: input.kind,
          days: input.days,
          sourceKey: input.key,
          selectionMark: markOf(input.selection),
          rowCount: ids.length,
          actorKind: actor.kind,
          actorName: actor.name,
          createdAt: now,
        },
      ],
      skipDuplicates: true,
    });
    const action = await findAction(tx, shop.id, input.key);
    if (!action) throw new Error("The action that was just inserted is missing.");
    // Another request with the same key was first.
    if (count === 0) return repeated(action, input);
    // What is skipped is the charge that is next now: one that is made meanwhile does not draw the next one in.
    await tx.$executeRaw`
      INSERT INTO bulk_action_rows (shop_id, bulk_action_id, subscription_id, meant_at)
      SELECT s.shop_id, ${action.id}, s.id, CASE WHEN ${input.kind}::text = 'skip' THEN s.next_billing_at END
      FROM subscriptions s WHERE s.shop_id = ${shop.id} AND s.id = ANY (${ids}::bigint[])`;
    await scheduleTask(context, tx, runBulkActionTask, { bulkActionId: action.id, batch: 0 }, now);
    return { outcome: "started", id: action.id };
  });
}

function checkDays({ kind, days }: BulkActionInput): void {
  if (kind !== "pause") {
    if (days !== null) throw wrongField("days", "Only a pause has days.");
    return;
  }
  if (days === null || !Number.isInteger(days) || days < 1 || days > 365) {
    throw wrongField("days", "Write whole days, from 1 to 365.");
  }
}

function findAction(tx: Queries, shopId: bigint, sourceKey: string): Promise<BulkAction | null> {
  return tx.bulkAction.findUnique({ where: { shopId_sourceKey: { shopId, sourceKey } } });
}

function repeated(action: BulkAction, input: BulkActionInput): BulkActionStart {
  const { kind, days, count, selection } = input;
  const isSame = action.kind === kind && action.days === days && action.rowCount === count;
  if (isSame && (action.selectionMark ?? markOf(selection)) === markOf(selection)) {
    return { outcome: "repeated", id: action.id };
  }
  throw new AppError("idempotency_conflict", "This key was used for another bulk action.");
}

/** Filters of days move with the clock, so of a list its name says enough. */
function markOf(selection: BulkSelection): string {
  if (selection.list !== "ticked") return selection.list;
  return hashJson(selection.ids.map(String).toSorted());
}
