import type { LoyaltyFile, LoyaltyFileLine } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";

/** A stored file of balances and tiers, without its lines. */
export type StoredLoyaltyFile = LoyaltyFile;
/** A line of it as it was checked, with its outcome. */
export type StoredLoyaltyFileLine = LoyaltyFileLine;

type Store = Pick<ShopContext, "db" | "shop">;

/** The latest files, newest first. */
export function listLoyaltyFiles({ db, shop }: Store, limit: number): Promise<LoyaltyFile[]> {
  return db.prisma.loyaltyFile.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/** A file with the number of its lines per outcome; those that were not tried yet are under "". @throws AppError not_found. */
export async function getLoyaltyFile(
  { db, shop }: Store,
  fileId: bigint,
): Promise<{ file: LoyaltyFile; outcomes: ReadonlyMap<string, number> }> {
  const file = await db.prisma.loyaltyFile.findUnique({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
  });
  if (!file) throw new AppError("not_found", "There is no such file.");
  const groups = await db.prisma.loyaltyFileLine.groupBy({
    by: ["outcome"],
    where: { shopId: shop.id, fileId },
    _count: true,
  });
  return { file, outcomes: new Map(groups.map((group) => [group.outcome ?? "", group._count])) };
}

/** Which lines of a file: all, those with a problem. */
export const LOYALTY_LINE_CHOICES = ["all", "problems"] as const;
export type LoyaltyLineChoice = (typeof LOYALTY_LINE_CHOICES)[number];

/** Lines of a file in their order, after the one at `afterPosition`. */
export function listLoyaltyFileLines(
  { db, shop }: Store,
  fileId: bigint,
  page: { only: LoyaltyLineChoice; afterPosition: number; limit: number },
): Promise<LoyaltyFileLine[]> {
  return db.prisma.loyaltyFileLine.findMany({
    where: {
      ...{ shopId: shop.id, fileId, position: { gt: page.afterPosition } },
      ...(page.only === "problems" ? { problems: { isEmpty: false } } : {}),
    },
    orderBy: { position: "asc" },
    take: page.limit,
  });
}
