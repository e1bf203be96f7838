import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { PASSES } from "./price-change-tasks.ts";

/** Why a plan's price cannot be changed again yet. */
export interface PriceObstacle {
  changeId: bigint;
  /** `to_come`: an earlier change waits for its day. `stopping`: one is being taken back. */
  kind: "to_come" | "stopping";
  effectiveAt: Date;
  /** Its subscribers who wait for that. */
  openCount: number;
}

/**
 * The change that another one of the plan has to wait for; null for none. A stopped one is waited for until each of its rows has
 * been looked at: what is open then waits for a paused subscription or a refusing platform, perhaps for months, and its
 * subscribers are left out of the next change.
 */
export async function findObstacle(
  db: Pick<Queries, "$queryRaw">,
  { shopId, planId, now }: { shopId: bigint; planId: bigint; now: Date },
): Promise<PriceObstacle | null> {
  const found = await db.$queryRaw<
    { id: bigint; effective_at: Date; is_stopping: boolean; count: bigint }[]
  >`
    SELECT c.id, c.effective_at, c.stopped_at IS NOT NULL AS is_stopping, count(*) AS count
    FROM price_changes c JOIN price_change_rows r ON r.shop_id = c.shop_id AND r.price_change_id = c.id
    JOIN subscriptions s ON s.shop_id = r.shop_id AND s.id = r.subscription_id
    WHERE c.shop_id = ${shopId} AND r.shop_id = ${shopId} AND s.shop_id = ${shopId} AND c.plan_id = ${planId}
      AND CASE WHEN c.stopped_at IS NULL THEN c.effective_at > ${now} ELSE r.pass < ${PASSES.undo} END
      AND r.state IN ('waiting', 'told', 'writing', 'written') AND s.status <> 'cancelled'
    GROUP BY c.shop_id, c.id ORDER BY c.id DESC LIMIT 1`;
  const [first] = found;
  if (!first) return null;
  return {
    changeId: first.id,
    kind: first.is_stopping ? "stopping" : "to_come",
    ...{ effectiveAt: first.effective_at, openCount: Number(first.count) },
  };
}

/** @throws AppError change_refused while another change of the plan waits for its day, or is being stopped. */
export async function assertNoObstacle(
  tx: Queries,
  about: Parameters<typeof findObstacle>[1],
): Promise<void> {
  const obstacle = await findObstacle(tx, about);
  if (!obstacle) return;
  throw new AppError("change_refused", MESSAGES[obstacle.kind]);
}

const MESSAGES = {
  to_come: "Another price change of this plan is under way. Stop it, or wait for its day.",
  stopping:
    "The last price change of this plan is still being stopped. Start this one again in a few minutes.",
} as const;
