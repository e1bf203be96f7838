import type { BulkAction } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import type { ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";
import { runBulkActionTask } from "./bulk-action-tasks.ts";
import { readSeen } from "./seen-subscriptions.ts";

export interface BulkActionInput {
  kind: BulkActionKind;
  /** How long a pause lasts, whole days from 1 to 365; null for everything else. */
  days: number | null;
  /** The subscriptions that the merchant was shown, as the preview has written them. */
  seen: string;
  /** Identifies the request: the same key again answers the same action. */
  key: string;
}

export interface BulkActionStart {
  outcome: "started" | "repeated";
  id: bigint;
}

/**
 * Starts a change of many subscriptions: of those that the merchant was shown, as long as each is what was shown. Those that come
 * to match later are left alone. A due task works through them. Safe to repeat with its key.
 *
 * @throws AppError invalid_input, also for the field `days`; not_found: some are not there any more; idempotency_conflict when
 * the key was used for another action.
 */
export async function startBulkAction(
  context: ShopContext,
  input: BulkActionInput,
): Promise<BulkActionStart> {
  const { db, shop, actor, clock } = context;
  checkDays(input);
  const known = await findAction(db.prisma, shop.id, input.key);
  if (known) return repeated(known, input);
  const seen = readSeen(input.seen);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const { count } = await tx.bulkAction.createMany({
      data: [
        {
          shopId: shop.id,
          kind: input.kind,
          days: input.days,
          sourceKey: input.key,
          selectionMark: hashJson(input.seen),
          rowCount: seen.length,
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
    const ids = seen.map(({ id }) => id);
    const marks = seen.map(({ mark }) => mark);
    const found = await tx.$executeRaw`
      INSERT INTO bulk_action_rows (shop_id, bulk_action_id, subscription_id, seen_mark)
      SELECT s.shop_id, ${action.id}::bigint, s.id, w.mark
      FROM unnest(${ids}::bigint[], ${marks}::text[]) w(id, mark)
      CROSS JOIN LATERAL (SELECT shop_id, id FROM subscriptions WHERE shop_id = ${shop.id} AND id = w.id LIMIT 1) s`;
    if (found !== seen.length) {
      const message = "Some of these subscriptions are not there any more. Reload the list.";
      throw new AppError("not_found", message);
    }
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

function repeated(action: BulkAction, { kind, days, seen }: BulkActionInput): BulkActionStart {
  const isSame = action.kind === kind && action.days === days;
  if (isSame && action.selectionMark === hashJson(seen))
    return { outcome: "repeated", id: action.id };
  throw new AppError("idempotency_conflict", "This key was used for another bulk action.");
}
