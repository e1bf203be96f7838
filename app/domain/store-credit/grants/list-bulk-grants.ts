import type { Actor, ShopContext } from "../../context.ts";

/** A bulk grant to the members of a plan, running or finished. */
export interface BulkGrantSummary {
  id: bigint;
  planName: string;
  amountMinor: number;
  reason: string;
  expiresAt: Date | null;
  /** The number of members at the start, and how many have received it so far. */
  memberCount: number;
  grantedCount: number;
  actor: Actor;
  createdAt: Date;
  finishedAt: Date | null;
}

/** The latest bulk grants, newest first. */
export async function listBulkGrants(
  context: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<BulkGrantSummary[]> {
  const rows = await context.db.prisma.bulkGrant.findMany({
    where: { shopId: context.shop.id, unit: "money" },
    orderBy: { id: "desc" },
    take: limit,
    include: { plan: { select: { name: true } } },
  });
  return rows.map((row) => ({
    id: row.id,
    planName: row.plan.name,
    amountMinor: Number(row.amountMinor),
    reason: row.reason ?? row.message,
    expiresAt: row.expiresAt,
    memberCount: row.memberCount,
    grantedCount: row.grantedCount,
    actor: { kind: row.actorKind as Actor["kind"], name: row.actorName },
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }));
}
