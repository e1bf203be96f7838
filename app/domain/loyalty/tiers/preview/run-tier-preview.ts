import type { LoyaltyTierPreview, Prisma } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../../context.ts";
import { describeFailure } from "../../../describe-failure.ts";
import { type FactsPage, pagesOfFacts } from "../../facts/pages-of-facts.ts";
import { readProgram } from "../../read-program.ts";
import type { Program } from "../../settle/desired-rewards.ts";
import type { Ladder, Tier, TierBasis } from "../ladder.ts";
import { type TierMoves, tallyTierMoves } from "./tier-moves.ts";

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
    const proposed = proposedBy(preview, program);
    let figures = preview.figures as unknown as TierMoves;
    for await (const page of pagesOfFacts(context, preview.afterId)) {
      figures = tallyTierMoves(figures, program, proposed, page.customers, {
        store: { currency: shop.currency, zone: shop.ianaTimezone },
        now: preview.at,
      });
      if (!(await addPage(context, preview, page, figures))) return;
    }
  } catch (error) {
    await db.prisma.loyaltyTierPreview.updateMany({
      where: { shopId: shop.id, id: previewId },
      data: { reason: describeFailure(error) },
    });
    throw error;
  }
}

/** @returns false when the preview was removed, or another worker is ahead. */
async function addPage(
  { db, shop }: ShopContext,
  preview: LoyaltyTierPreview,
  { afterId, lastId, customers, isLast }: FactsPage,
  figures: TierMoves,
): Promise<boolean> {
  const { count } = await db.prisma.loyaltyTierPreview.updateMany({
    where: { shopId: shop.id, id: preview.id, state: "running", afterId },
    data: {
      ...{ afterId: lastId, seenCount: { increment: customers.length }, reason: null },
      ...(isLast ? { state: "done" } : {}),
      figures: figures as unknown as Prisma.InputJsonValue,
    },
  });
  return count > 0;
}

function proposedBy({ basis, tiers, at }: LoyaltyTierPreview, { ladders }: Program): Ladder {
  return {
    version: (ladders.at(-1)?.version ?? 0) + 1,
    since: at,
    basis: basis as TierBasis,
    tiers: tiers as unknown as Tier[],
  };
}
