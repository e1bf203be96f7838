import type { ShopContext } from "../context.ts";

/** What an event says of whose account moved: one customer's, nobody's, or that of a run of entries. */
export type AccountMovement =
  | { customer_id: string | null }
  | { from_entry_id: string; to_entry_id: string };

/** Whose accounts the ledger's events are about, each once. An event of a bulk grant names a range of entries instead. */
export async function customersOfMovements(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  movements: readonly AccountMovement[],
): Promise<bigint[]> {
  const found = new Set<bigint>();
  for (const data of movements) {
    if ("customer_id" in data) {
      if (data.customer_id !== null) found.add(BigInt(data.customer_id));
      continue;
    }
    const entries = await db.prisma.creditEntry.findMany({
      where: {
        shopId: shop.id,
        id: { gte: BigInt(data.from_entry_id), lte: BigInt(data.to_entry_id) },
      },
      select: { customerId: true },
      distinct: ["customerId"],
    });
    for (const { customerId } of entries) found.add(customerId);
  }
  return [...found];
}
