import type { Actor, ShopContext } from "../../context.ts";

/** A movement of a customer's points as the merchant reads it. */
export interface PointsEntry {
  id: bigint;
  typeCode: number;
  /** It counts once its order can no longer be sent back. */
  isPending: boolean;
  points: number;
  /** What was there after it, less what was owed; null of one that is pending. */
  totalAfter: number | null;
  message: string;
  reason: string | null;
  actor: Actor;
  at: Date;
}

/** Above every id. */
const AFTER_ALL = 2n ** 63n - 1n;
/** What counts, and what is pending. A pending one that has ended was posted again as one that counts. */
const SHOWN = [0, 1];

/**
 * A customer's movements of points, newest first.
 *
 * @param olderThan the id with which the page before ended; null for the newest.
 */
export async function listPointsHistory(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  olderThan: bigint | null,
  pageSize: number,
): Promise<{ entries: PointsEntry[]; olderThan: bigint | null }> {
  const rows = await db.prisma.creditEntry.findMany({
    where: {
      ...{ shopId: shop.id, customerId, unit: "points", status: { in: SHOWN } },
      id: { lt: olderThan ?? AFTER_ALL },
    },
    orderBy: { id: "desc" },
    take: pageSize + 1,
  });
  const entries = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    typeCode: row.typeCode,
    isPending: row.status === 1,
    points: Number(row.amountMinor),
    totalAfter: row.status === 1 ? null : Number(row.totalAfterMinor),
    message: row.message,
    reason: row.reason,
    actor: { kind: row.actorKind as Actor["kind"], name: row.actorName },
    at: row.createdAt,
  }));
  return { entries, olderThan: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}
