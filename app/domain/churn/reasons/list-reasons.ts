import type { ShopContext } from "../../context.ts";
import { type ManagedReason, managedReasonInclude, toManagedReason } from "./managed-reason.ts";

/** All reasons of the store in the merchant's order, each with its offers, switched off or not. */
export async function listReasons(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<ManagedReason[]> {
  const rows = await context.db.prisma.cancellationReason.findMany({
    where: { shopId: context.shop.id },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: managedReasonInclude,
  });
  return rows.map(toManagedReason);
}
