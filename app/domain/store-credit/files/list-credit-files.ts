import type { CreditFile } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/** The latest files, newest first. */
export function listCreditFiles(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<CreditFile[]> {
  return db.prisma.creditFile.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "desc" },
    take: limit,
  });
}
