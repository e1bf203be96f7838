import type { ShopContext } from "../../context.ts";
import type { PlanPolicy } from "./plan-policy.ts";

/** The store's plans with their policies, memberships first. */
export async function listPlanPolicies(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<PlanPolicy[]> {
  const { rows } = await context.db.pool.query<PlanPolicy>(
    `SELECT p.id::text AS "planId", p.name AS "planName", g.name AS "groupName", g.kind,
            p.credit_amount_minor::float8 AS "amountMinor",
            p.credit_expiry_months AS "expiryMonths", p.credit_forfeit_on_cancel AS "forfeitOnCancel",
            (SELECT count(DISTINCT s.customer_id)::int FROM subscriptions s
             JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id AND c.redacted_at IS NULL
             WHERE s.shop_id = p.shop_id AND s.plan_id = p.id AND s.status = 'active') AS "memberCount"
     FROM plans p JOIN plan_groups g ON g.shop_id = p.shop_id AND g.id = p.plan_group_id
     WHERE p.shop_id = $1
     ORDER BY g.kind, g.name, p.id`,
    [String(context.shop.id)],
  );
  return rows;
}
