import { AppError } from "#app/lib/app-error.ts";
import { type ActivityView, listActivity } from "../../activity/list-activity.ts";
import type { ShopContext } from "../../context.ts";
import {
  type AppliedOfferLine,
  appliedOfferLineInclude,
  toAppliedOfferLines,
} from "./applied-offer-line.ts";

/**
 * One applied offer with the timeline of its subscription, newest first.
 *
 * @throws AppError not_found.
 */
export async function getAppliedOffer(
  context: Pick<ShopContext, "db" | "shop">,
  appliedOfferId: bigint,
): Promise<{ applied: AppliedOfferLine; timeline: ActivityView[] }> {
  const row = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: appliedOfferId } },
    include: appliedOfferLineInclude,
  });
  if (!row) throw new AppError("not_found", "There is no such applied offer.");
  const [applied] = toAppliedOfferLines(context, [row]);
  if (!applied) throw new Error("An applied offer gave no line.");
  const timeline = await listActivity(context, { subscriptionId: row.subscriptionId, limit: 50 });
  return { applied, timeline };
}
