import type { Database, Queries } from "#app/lib/db.ts";
import { eachByItself } from "#app/lib/each-by-itself.ts";
import type { AppContext } from "../../../context.ts";

/** What the files of a store's receipts may take: some ten thousand photos. */
export const MOST_ROOM_BYTES = 4 * 1024 ** 3;

/** A file stays so long after the decision, for whoever asks what it was made by. */
export const FILE_KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Few enough that a transaction stays short. */
const AT_A_TIME = 200;

/** How many bytes the files of a store's receipts take. */
export async function readRoomTaken(db: Queries, shopId: bigint): Promise<number> {
  const room = await db.loyaltyReceiptRoom.findUnique({ where: { shopId } });
  return Number(room?.byteSize ?? 0);
}

/**
 * Counts a file that comes. Uploads of a store wait for one another from here on, so it is the last thing that a transaction does.
 *
 * @returns false when the store has no room for it.
 */
export async function takeRoom(tx: Queries, shopId: bigint, bytes: number): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO loyalty_receipt_room AS room (shop_id, byte_size) VALUES (${shopId}, ${bytes})
    ON CONFLICT (shop_id) DO UPDATE SET byte_size = room.byte_size + EXCLUDED.byte_size
    WHERE room.byte_size + EXCLUDED.byte_size <= ${MOST_ROOM_BYTES}`;
  return count === 1;
}

/** Removes a customer's receipts with their files, in the caller's transaction. */
export async function removeReceiptsOf(
  tx: Queries,
  shopId: bigint,
  customerId: bigint,
): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM loyalty_receipts WHERE shop_id = ${shopId} AND customer_id = ${customerId} RETURNING byte_size, has_file
    )
    UPDATE loyalty_receipt_room
    SET byte_size = byte_size - (SELECT coalesce(sum(byte_size) FILTER (WHERE has_file), 0) FROM gone)
    WHERE shop_id = ${shopId}`;
}

/**
 * Removes the files of receipts that were decided about long ago by their store's clock; the receipts themselves stay.
 * Safe to repeat.
 */
export async function removeOldFiles({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.$queryRaw<{ id: bigint; offset: bigint }[]>`
    SELECT s.id, s.clock_offset_ms AS offset FROM loyalty_receipt_room r JOIN shops s ON s.id = r.shop_id
    WHERE r.byte_size > 0`;
  await eachByItself(shops, async ({ id, offset }) => {
    const now = new Date(Date.now() + Number(offset));
    while ((await removeSomeFiles(db.ofStore(id), id, now)) === AT_A_TIME);
  });
}

/** @returns how many were removed. */
function removeSomeFiles(db: Database, shopId: bigint, now: Date): Promise<number> {
  const before = new Date(now.getTime() - FILE_KEPT_DAYS * DAY_MS);
  return db.transaction(async (tx) => {
    const [removed] = await tx.$queryRaw<{ count: number; bytes: number }[]>`
      WITH old AS (
        UPDATE loyalty_receipts SET has_file = false WHERE shop_id = ${shopId} AND id IN (
          SELECT id FROM loyalty_receipts WHERE shop_id = ${shopId} AND has_file AND decided_at < ${before}
          ORDER BY decided_at LIMIT ${AT_A_TIME}::int FOR UPDATE SKIP LOCKED)
        RETURNING id, byte_size
      ), gone AS (
        DELETE FROM loyalty_receipt_files f USING old WHERE f.shop_id = ${shopId} AND f.receipt_id = old.id
      )
      SELECT count(*)::int AS count, coalesce(sum(byte_size), 0)::float8 AS bytes FROM old`;
    const { count = 0, bytes = 0 } = removed ?? {};
    if (count > 0) {
      await tx.loyaltyReceiptRoom.update({
        where: { shopId },
        data: { byteSize: { decrement: bytes } },
      });
    }
    return count;
  });
}
