import type { Actor, ShopContext } from "../context.ts";
import type { CreditUnit } from "./movement.ts";

/** One line of a timeline: a movement of a customer's credit or points. */
export interface MovementLine {
  id: bigint;
  unit: CreditUnit;
  /** Minor units of the store's currency, or points; negative for what was taken. */
  amount: number;
  message: string;
  actor: Actor;
  at: Date;
}

/** A customer's latest movements of credit and points, newest first. */
export async function listMovementsOfCustomer(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  limit: number,
): Promise<MovementLine[]> {
  const rows = await db.prisma.creditEntry.findMany({
    where: { shopId: shop.id, customerId },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map((row) => ({
    id: row.id,
    unit: row.unit as CreditUnit,
    amount: Number(row.amountMinor),
    message: row.message,
    actor: { kind: row.actorKind as Actor["kind"], name: row.actorName },
    at: row.createdAt,
  }));
}
