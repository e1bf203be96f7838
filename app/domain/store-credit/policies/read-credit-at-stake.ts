import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { findForfeitingPlan } from "./find-forfeiting-plan.ts";
import { forfeitTimeOf } from "./forfeit-time.ts";

/** Minor units of the store's currency. */
export interface CreditAtStake {
  /** Still there, and forfeited when the contract ends. */
  pendingMinor: number;
  /** Forfeited since the contract was cancelled. */
  forfeitedMinor: number;
}

const nothing: CreditAtStake = { pendingMinor: 0, forfeitedMinor: 0 };

const READ_AT_STAKE = `
  SELECT (
    SELECT coalesce(sum(g.remaining_minor), 0) FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = $2 AND g.unit = 'money' AND g.remaining_minor > 0
      AND g.plan_id = $3 AND (g.expires_at IS NULL OR g.expires_at > $4)) AS pending,
  (
    SELECT coalesce(sum(a.amount_minor), 0) FROM credit_entries e
    JOIN credit_allocations a ON a.shop_id = e.shop_id AND a.entry_id = e.id
    JOIN credit_grants g ON g.shop_id = a.shop_id AND g.id = a.grant_id
    WHERE e.shop_id = $1 AND e.customer_id = $2 AND e.unit = 'money' AND e.type_code = $5
      AND e.created_at >= $6 AND g.plan_id = $3) AS forfeited`;

/**
 * What a customer loses of their store credit with a contract, by the policy of its plan.
 *
 * @param endsAt when the contract ends, or would end; what expires before that is not forfeited.
 */
export async function readCreditAtStake(
  context: ShopContext,
  subscription: Pick<Subscription, "id" | "customerId" | "planId" | "cancelledAt">,
  endsAt: Date,
): Promise<CreditAtStake> {
  const forfeiting = await findForfeitingPlan(context, context.db.prisma, subscription, endsAt);
  if (!forfeiting) return nothing;
  const { rows } = await context.db.pool.query<{ pending: string; forfeited: string }>(
    READ_AT_STAKE,
    [
      String(context.shop.id),
      String(forfeiting.customerId),
      String(forfeiting.planId),
      forfeitTimeOf(endsAt, context.clock.now(), context.shop.ianaTimezone),
      CREDIT_TYPES.forfeit,
      subscription.cancelledAt ?? endsAt,
    ],
  );
  return { pendingMinor: Number(rows[0]?.pending), forfeitedMinor: Number(rows[0]?.forfeited) };
}
