import type { LoyaltyTierPreview, Prisma } from "#app/generated/prisma/client.ts";
import { idsAfter } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../../context.ts";
import { describeFailure } from "../../../describe-failure.ts";
import { readCustomerFacts } from "../../facts/read-customer-facts.ts";
import { readProgram } from "../../read-program.ts";
import type { Program } from "../../settle/desired-rewards.ts";
import type { Ladder, Tier, TierBasis } from "../ladder.ts";
import { type TierMoves, tallyTierMoves } from "./tier-moves.ts";

/** Customers whose facts are in memory together. */
const PAGE = 250;

/**
 * Counts what tiers would change, a page of customers at a time, in the order of their ids. Each page is added once: a preview that
 * was cut off goes on after the last one, and one of two that run at once stops. Writes nothing but its own figures.
 */
export async function runTierPreview(context: ShopContext, previewId: bigint): Promise<void> {
  const { db, shop } = context;
  const where = { shopId_id: { shopId: shop.id, id: previewId } };
  const preview = await db.prisma.loyaltyTierPreview.findUnique({ where });
  if (preview?.state !== "running") return;
  try {
    const { rules, ladders } = await readProgram(context);
    // Tiers that were saved since then are not compared with: the merchant has not seen them.
    const program = { rules, ladders: ladders.filter(({ since }) => since < preview.at) };
    let next: Place | null = {
      afterId: preview.afterId,
      figures: preview.figures as unknown as TierMoves,
    };
    while (next !== null) next = await countPage(context, preview, program, next);
  } catch (error) {
    await db.prisma.loyaltyTierPreview.updateMany({
      where: { shopId: shop.id, id: previewId },
      data: { reason: describeFailure(error) },
    });
    throw error;
  }
}

/** How far a preview is: the customer it counted last, and what it has come to. */
interface Place {
  afterId: bigint;
  figures: TierMoves;
}

/** @returns the place after the page; null after the last one, and when it was removed or another worker is ahead. */
async function countPage(
  context: ShopContext,
  preview: LoyaltyTierPreview,
  program: Program,
  { afterId, figures: before }: Place,
): Promise<Place | null> {
  const { db, shop } = context;
  const customers = await db.prisma.customer.findMany({
    where: { shopId: shop.id, id: idsAfter(afterId), mergedIntoId: null },
    orderBy: { id: "asc" },
    take: PAGE,
    select: { id: true },
  });
  const ids = customers.map(({ id }) => id);
  const facts = await readCustomerFacts(db.prisma, context, ids);
  const figures = tallyTierMoves(before, program, proposedBy(preview, program), facts, {
    store: { currency: shop.currency, zone: shop.ianaTimezone },
    now: preview.at,
  });
  const last = ids.at(-1);
  const isLast = last === undefined || ids.length < PAGE;
  const { count } = await db.prisma.loyaltyTierPreview.updateMany({
    where: { shopId: shop.id, id: preview.id, state: "running", afterId },
    data: {
      ...{ afterId: last ?? afterId, seenCount: { increment: ids.length }, reason: null },
      ...(isLast ? { state: "done" } : {}),
      figures: figures as unknown as Prisma.InputJsonValue,
    },
  });
  return count === 0 || isLast ? null : { afterId: last, figures };
}

function proposedBy({ basis, tiers, at }: LoyaltyTierPreview, { ladders }: Program): Ladder {
  return {
    version: (ladders.at(-1)?.version ?? 0) + 1,
    since: at,
    basis: basis as TierBasis,
    tiers: tiers as unknown as Tier[],
  };
}
