import type { LoyaltyStanding } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { reviewTierTask } from "../loyalty-tasks.ts";
import { tellOfTier } from "../tell-customer.ts";
import { type Ladder, ladderAt, tierNameOf } from "./ladder.ts";
import type { TierHistory } from "./tier-history.ts";

/** Whether a customer's row says what was counted. */
export function isSameTier(row: LoyaltyStanding | null, history: TierHistory): boolean {
  const { tierId, since } = currentTier(history);
  return (
    (row?.tierId ?? null) === tierId &&
    (row?.since?.getTime() ?? null) === (since?.getTime() ?? null) &&
    (row?.reviewAt?.getTime() ?? null) === (history.reviewAt?.getTime() ?? null) &&
    (row?.amount ?? 0n) === BigInt(history.amount)
  );
}

function currentTier({ changes }: TierHistory): { tierId: number | null; since: Date | null } {
  const last = changes.at(-1);
  return { tierId: last?.tierId ?? null, since: last?.at ?? null };
}

/**
 * Writes a customer's tier, plans its review, and tells of a change, in the caller's transaction, which holds the
 * customer's and the store's lock. Records an event: call it last.
 */
export async function writeTier(
  context: ShopContext,
  tx: Queries,
  customerId: bigint,
  {
    program,
    standing,
    tierRow,
  }: {
    program: { ladders: readonly Ladder[] };
    standing: { tiers: TierHistory };
    tierRow: LoyaltyStanding | null;
  },
): Promise<void> {
  const { shop } = context;
  const { tiers } = standing;
  const { tierId, since } = currentTier(tiers);
  const data = { tierId, since, reviewAt: tiers.reviewAt, amount: BigInt(tiers.amount) };
  await tx.loyaltyStanding.upsert({
    where: { shopId_customerId: { shopId: shop.id, customerId } },
    create: { shopId: shop.id, customerId, ...data },
    update: data,
  });
  if (tiers.reviewAt) {
    const review = { customerId, at: tiers.reviewAt.toISOString() };
    await scheduleTask(context, tx, reviewTierTask, review, tiers.reviewAt);
  }
  const before = tierRow?.tierId ?? null;
  if (before === tierId) return;
  const { ladders } = program;
  await tellIfUp(context, tx, customerId, { ladders, tiers, before });
  const [was, is] = [tierNameOf(ladders, before), tierNameOf(ladders, tierId)];
  await recordActivity(context, tx, {
    kind: "loyalty_tier.changed",
    message: is
      ? `The loyalty tier is ${is}${was ? `, before ${was}` : ""}.`
      : `The loyalty tier ${was} ended.`,
    customerId,
    details: { before, after: tierId, review_at: tiers.reviewAt?.toISOString() ?? null },
  });
  await recordEvent(context, tx, "member.tier_changed", { customer_id: String(customerId) });
}

/** Who is lifted by what they did is told; who is moved by other tiers, or goes down, is not. */
async function tellIfUp(
  context: ShopContext,
  tx: Queries,
  customerId: bigint,
  {
    ladders,
    tiers,
    before,
  }: { ladders: readonly Ladder[]; tiers: TierHistory; before: number | null },
): Promise<void> {
  const { tierId, since: at } = currentTier(tiers);
  const ladder = at && ladderAt(ladders, at);
  if (!ladder || ladder.since.getTime() === at.getTime() || tiers.changes.at(-1)?.isPlaced) return;
  const rankOf = (id: number | null) => ladder.tiers.findIndex((one) => one.id === id);
  const tier = ladder.tiers[rankOf(tierId)];
  if (!tier || rankOf(before) > rankOf(tierId)) return;
  await tellOfTier(context, tx, customerId, { tier, at, reviewAt: tiers.reviewAt });
}
