import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../../context.ts";
import { type Tier, tierNameOf } from "../ladder.ts";
import { readLadders } from "../read-ladders.ts";
import type { TierMoves } from "./tier-moves.ts";

/** What other tiers would change, and how far the counting is. */
export interface TierPreview extends TierMoves {
  id: bigint;
  isDone: boolean;
  /** Why a page had to be begun again; null when none had to. */
  reason: string | null;
  seenCount: number;
  totalCount: number;
  /** As they were typed, the lowest first. */
  tiers: readonly Tier[];
  /** What a tier is called, of those that were typed and those that were before. */
  nameOf: (tierId: number) => string;
}

/** @throws AppError not_found, also for one that has made way for newer ones. */
export async function readTierPreview(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<TierPreview> {
  const [row, ladders] = await Promise.all([
    db.prisma.loyaltyTierPreview.findUnique({ where: { shopId_id: { shopId: shop.id, id } } }),
    readLadders(db.prisma, shop.id),
  ]);
  if (!row) throw new AppError("not_found", "This preview has made way for newer ones.");
  const tiers = row.tiers as unknown as Tier[];
  return {
    ...(row.figures as unknown as TierMoves),
    ...{ id, isDone: row.state === "done", reason: row.reason, tiers },
    ...{ seenCount: Number(row.seenCount), totalCount: Number(row.totalCount) },
    nameOf: (tierId) =>
      tiers.find((tier) => tier.id === tierId)?.name ??
      tierNameOf(ladders, tierId) ??
      `Tier ${tierId}`,
  };
}
