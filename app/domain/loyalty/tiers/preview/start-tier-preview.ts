import type { Prisma } from "#app/generated/prisma/client.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../../context.ts";
import { nextVersion } from "../../../edit-version.ts";
import { previewTiersJob } from "../../loyalty-jobs.ts";
import { parseLadder, withIds } from "../ladder-input.ts";
import { readLadders } from "../read-ladders.ts";
import { NO_MOVES } from "./tier-moves.ts";

/** So many are kept; an older one that still counts stops. */
const KEPT = 5;

/**
 * Has counted what tiers would change for the store's customers if they were saved now, without saving them. A job counts, page
 * by page; it changes nothing for anybody. Safe to repeat with its key.
 *
 * @returns the id of the preview.
 * @throws AppError invalid_input, as saving the tiers would.
 */
export async function startTierPreview(
  context: ShopContext,
  { key, input }: { key: string; input: unknown },
): Promise<bigint> {
  const { basis, tiers: given } = parseLadder(input);
  const { db, shop, clock } = context;
  const before = await readLadders(db.prisma, shop.id);
  const tiers = withIds(given, before);
  const latest = before.at(-1);
  const totalCount = await db.prisma.customer.count({
    where: { shopId: shop.id, mergedIntoId: null },
  });
  return db.transaction(async (tx) => {
    // Two at once: the second counts what the first has made.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const known = await tx.loyaltyTierPreview.findUnique({
      where: { shopId_sourceKey: { shopId: shop.id, sourceKey: key } },
    });
    if (known) return known.id;
    const { id } = await tx.loyaltyTierPreview.create({
      data: {
        ...{ shopId: shop.id, sourceKey: key, basis },
        tiers: tiers as unknown as Prisma.InputJsonValue,
        at: latest ? nextVersion(latest.since, clock.now()) : clock.now(),
        ...{ state: "running", totalCount: BigInt(totalCount), createdAt: clock.now() },
        figures: NO_MOVES as unknown as Prisma.InputJsonValue,
      },
    });
    const kept = await tx.loyaltyTierPreview.findMany({
      where: { shopId: shop.id },
      orderBy: { id: "desc" },
      take: KEPT,
      select: { id: true },
    });
    await tx.loyaltyTierPreview.deleteMany({
      where: { shopId: shop.id, id: { lt: kept.at(-1)?.id ?? id } },
    });
    await addJob(tx, previewTiersJob, { shopId: shop.id, previewId: id });
    return id;
  });
}
