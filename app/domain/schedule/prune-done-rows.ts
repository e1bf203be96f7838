import type { Queries } from "#app/lib/db.ts";
import { eachByItself } from "#app/lib/each-by-itself.ts";
import type { AppContext } from "../context.ts";

/** So long what is done stays, for looking into what happened. */
const KEPT_DAYS = 31;
const DAY_MS = 86_400_000;
const BATCH_SIZE = 5_000;
const MAX_BATCHES = 20;

/** Removes at most one batch of what a store has done before an instant, and answers how many rows that were. */
type PruneBatch = (tx: Queries, shopId: bigint, before: Date) => Promise<number>;

const tasks: PruneBatch = (tx, shopId, before) => tx.$executeRaw`
  DELETE FROM due_tasks WHERE shop_id = ${shopId} AND id IN (
    SELECT id FROM due_tasks WHERE shop_id = ${shopId} AND done_at < ${before}
    ORDER BY done_at LIMIT ${BATCH_SIZE}::int)`;

/** The platform repeats a delivery for hours, not for a month. */
const receipts: PruneBatch = (tx, shopId, before) => tx.$executeRaw`
  DELETE FROM webhook_receipts WHERE shop_id = ${shopId} AND webhook_id IN (
    SELECT webhook_id FROM webhook_receipts WHERE shop_id = ${shopId} AND received_at < ${before}
    ORDER BY received_at LIMIT ${BATCH_SIZE}::int)`;

const bulkActionRows: PruneBatch = (tx, shopId, before) => tx.$executeRaw`
  DELETE FROM bulk_action_rows WHERE shop_id = ${shopId} AND (bulk_action_id, subscription_id) IN (
    SELECT r.bulk_action_id, r.subscription_id FROM bulk_actions a
    CROSS JOIN LATERAL (
      SELECT bulk_action_id, subscription_id FROM bulk_action_rows
      WHERE shop_id = ${shopId} AND bulk_action_id = a.id OFFSET 0) r
    WHERE a.shop_id = ${shopId} AND a.finished_at < ${before} LIMIT ${BATCH_SIZE}::int)`;

const bulkActions: PruneBatch = (tx, shopId, before) => tx.$executeRaw`
  DELETE FROM bulk_actions a WHERE a.shop_id = ${shopId} AND a.finished_at < ${before} AND NOT EXISTS (
    SELECT 1 FROM bulk_action_rows r WHERE r.shop_id = a.shop_id AND r.bulk_action_id = a.id)`;

/**
 * Removes tasks, receipts of webhooks and bulk actions that were done over a month ago by their store's clock (receipts:
 * by the machine's). In batches, a bounded number of them for each store and run. Safe to repeat.
 */
export async function pruneDoneRows({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.shop.findMany({ select: { id: true, clockOffsetMs: true } });
  await eachByItself(shops, async ({ id, clockOffsetMs }) => {
    const before = Date.now() - KEPT_DAYS * DAY_MS;
    const ofStore = new Date(before + Number(clockOffsetMs));
    await prune(db.prisma, tasks, id, ofStore);
    await prune(db.prisma, receipts, id, new Date(before));
    await prune(db.prisma, bulkActionRows, id, ofStore);
    await bulkActions(db.prisma, id, ofStore);
  });
}

async function prune(tx: Queries, batch: PruneBatch, shopId: bigint, before: Date): Promise<void> {
  for (let done = 0; done < MAX_BATCHES; done += 1) {
    if ((await batch(tx, shopId, before)) < BATCH_SIZE) return;
  }
}
