import type { ShopContext } from "../context.ts";

/** How far the orders from before the installation have come over. */
export interface OrderImportProgress {
  /** Null while the platform collects them. */
  found: number | null;
  stored: number;
}

/** Null when all have come over. */
export async function readOrderImport(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<OrderImportProgress | null> {
  const open = await context.db.prisma.orderImport.findUnique({
    where: { shopId: context.shop.id },
  });
  if (!open || open.completedAt) return null;
  return { found: open.found, stored: open.stored };
}
