import type { ShopContext } from "../context.ts";
import type { PastSubject } from "./past-import.ts";

/** How far an import of what was before the installation has come. */
export interface PastImportProgress {
  subject: PastSubject;
  /** Null while the platform collects them. */
  found: number | null;
  stored: number;
}

/** The imports that are not complete, orders first. */
export async function readPastImports({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<PastImportProgress[]> {
  const open = await db.prisma.pastImport.findMany({
    where: { shopId: shop.id, completedAt: null },
    orderBy: { subject: "desc" },
  });
  return open.map(({ subject, found, stored }) => ({
    subject: subject as PastSubject,
    found,
    stored,
  }));
}
