import type { ShopContext } from "../../context.ts";
import type { CreditUnit } from "../movement.ts";

/** False while the store has no entries of this unit, so there is nothing to report. */
export async function hasCreditHistory(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  unit: CreditUnit,
): Promise<boolean> {
  const first = await db.prisma.creditEntry.findFirst({
    where: { shopId: shop.id, unit },
    select: { id: true },
  });
  return first !== null;
}
