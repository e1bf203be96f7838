import type { LoyaltyFile, LoyaltyFileLine } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { findOverLines } from "../../store-credit/files/find-over-lines.ts";
import { DAY_OVER, DAYS_HAVE_PASSED, earliestLastDay } from "../../store-credit/grants/last-day.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import { lineKey } from "./upload-loyalty-file.ts";

/** Days may lie between the check of a file, its confirmation and its application: what a line was checked for is asked again each time. */

/** What is said of a line whose tier the store has no longer. */
const TIER_GONE = "Tier: the store no longer has it.";
const TIERS_ARE_GONE = "Some lines name a tier that the store no longer has, and are left out.";

async function readTierIds(db: Queries, shopId: bigint): Promise<ReadonlySet<number | null>> {
  const ladder = (await readLadders(db, shopId)).at(-1);
  return new Set(ladder?.tiers.map(({ id }) => id));
}

/**
 * Makes a problem of each line that does not hold any more: whose last day has passed, or whose tier is gone. The caller has locked
 * the file, which is not confirmed yet.
 *
 * @returns the file with its new figures and the sentences that say why; null when all lines hold.
 */
export async function leaveOutStaleLines(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  { id: fileId }: Pick<LoyaltyFile, "id">,
): Promise<{ file: LoyaltyFile; why: string } | null> {
  const of = { shopId: shop.id, fileId };
  const isReady = { outcome: null, problems: { isEmpty: true } };
  const { count: over } = await tx.loyaltyFileLine.updateMany({
    where: {
      ...of,
      ...isReady,
      expires: { not: "", lt: earliestLastDay(clock.now(), shop.ianaTimezone) },
    },
    data: { problems: [DAY_OVER] },
  });
  const ids = [...(await readTierIds(tx, shop.id))];
  const { count: gone } = await tx.loyaltyFileLine.updateMany({
    where: { ...of, ...isReady, tierId: { not: null, notIn: ids.flatMap((id) => id ?? []) } },
    data: { problems: [TIER_GONE] },
  });
  if (over + gone === 0) return null;
  const { _sum, _count } = await tx.loyaltyFileLine.aggregate({
    where: { ...of, ...isReady },
    _sum: { points: true },
    _count: { tierId: true },
  });
  const file = await tx.loyaltyFile.update({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
    data: {
      problemCount: { increment: over + gone },
      ...{ points: _sum.points ?? 0n, tierCount: _count.tierId },
    },
  });
  const why = [over > 0 ? DAYS_HAVE_PASSED : "", gone > 0 ? TIERS_ARE_GONE : ""];
  return { file, why: why.filter(Boolean).join(" ") };
}

/** Lines of a confirmed file that do not hold any more. */
export interface StaleLines {
  /** What is said of each that is left out, by its position. */
  problems: ReadonlyMap<number, string>;
  /** Positions of those whose tier is gone, left out or not. */
  withoutTier: ReadonlySet<number>;
}

/** A line whose points an interrupted run has given is not left out: it has them, and lacks its tier at most. */
export async function findStaleLines(
  context: ShopContext,
  { contentHash }: Pick<LoyaltyFile, "contentHash">,
  lines: readonly LoyaltyFileLine[],
): Promise<StaleLines> {
  const { db, shop } = context;
  const keyOf = (position: number) => lineKey(contentHash, position);
  const problems = new Map<number, string>();
  for (const position of await findOverLines(context, lines, keyOf))
    problems.set(position, DAY_OVER);
  const tierIds = await readTierIds(db.prisma, shop.id);
  const gone = lines.filter(({ tierId }) => tierId !== null && !tierIds.has(tierId));
  const posted = await readInParts(
    gone.map(({ position }) => keyOf(position)),
    (some) =>
      db.prisma.creditEntry.findMany({
        where: { shopId: shop.id, sourceKey: { in: some } },
        select: { sourceKey: true },
      }),
  );
  const areGiven = new Set(posted.map(({ sourceKey }) => sourceKey));
  for (const { position } of gone) {
    if (!areGiven.has(keyOf(position))) problems.set(position, TIER_GONE);
  }
  return { problems, withoutTier: new Set(gone.map(({ position }) => position)) };
}
