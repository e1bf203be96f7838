import type { Actor, ShopContext } from "../../context.ts";

/** A grant to the members of a plan, at work or done. */
export interface PlanGrant {
  id: bigint;
  planName: string;
  amountMinor: number;
  reason: string;
  expiresAt: Date | null;
  /** Members when it was asked for, and how many have it now. */
  memberCount: number;
  grantedCount: number;
  actor: Actor;
  createdAt: Date;
  finishedAt: Date | null;
}

/** The latest grants to plans, newest first. */
export async function listPlanGrants(
  context: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<PlanGrant[]> {
  const rows = await context.db.prisma.creditRun.findMany({
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
