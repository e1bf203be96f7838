import type { CreditFile } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";

/** A stored file of adjustments, without its lines. */
export type StoredCreditFile = CreditFile;

/** A file with the number of its lines per outcome; lines that were not tried yet are under "". */
export interface CreditFileDetails {
  file: StoredCreditFile;
  outcomes: ReadonlyMap<string, number>;
}

/** @throws AppError not_found. */
export async function getCreditFile(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  fileId: bigint,
): Promise<CreditFileDetails> {
  const file = await db.prisma.creditFile.findUnique({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
  });
  if (!file) throw new AppError("not_found", "There is no such file.");
  const groups = await db.prisma.creditFileLine.groupBy({
    by: ["outcome"],
    where: { shopId: shop.id, fileId },
    _count: true,
  });
  return { file, outcomes: new Map(groups.map((group) => [group.outcome ?? "", group._count])) };
}
