import type { Prisma } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/** An order that used credit which was no longer there when it arrived: nobody owes the difference. */
export interface WrittenOff {
  id: bigint;
  customerId: bigint;
  orderName: string | null;
  amountMinor: number;
  shortfallMinor: number;
  currency: string;
  at: Date;
}

/** The latest of them, newest first, and what they and the older ones come to. */
export async function listWrittenOff(
  context: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<{ totalMinor: number; count: number; latest: WrittenOff[] }> {
  const where: Prisma.CreditHoldWhereInput = {
    shopId: context.shop.id,
    shortfallMinor: { gt: 0 },
  };
  const { creditHold } = context.db.prisma;
  const [total, rows] = await Promise.all([
    creditHold.aggregate({ where, _sum: { shortfallMinor: true }, _count: true }),
    creditHold.findMany({ where, orderBy: { id: "desc" }, take: limit }),
  ]);
  return {
    totalMinor: Number(total._sum.shortfallMinor ?? 0),
    count: total._count,
    latest: rows.map((row) => ({
      id: row.id,
      customerId: row.customerId,
      orderName: row.orderName,
      amountMinor: Number(row.amountMinor),
      shortfallMinor: Number(row.shortfallMinor),
      currency: row.currency,
      at: row.settledAt ?? row.createdAt,
    })),
  };
}
