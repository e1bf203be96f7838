import type { Queries } from "#app/lib/db.ts";

/**
 * Gives what a customer did, was given and has open to the one with whom they were merged, in the caller's transaction. What
 * both did counts once. A completion that both have keeps its row under another name: counting again takes it back where
 * the facts of both together do not give it. Safe to repeat.
 */
export async function moveLoyalty(
  tx: Queries,
  shopId: bigint,
  goneId: bigint,
  keptId: bigint,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM loyalty_facts gone USING loyalty_facts kept
    WHERE gone.shop_id = ${shopId} AND gone.customer_id = ${goneId}
      AND kept.shop_id = ${shopId} AND kept.customer_id = ${keptId} AND kept.kind = gone.kind AND kept.key = gone.key`;
  await tx.$executeRaw`
    UPDATE loyalty_facts SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_rewards gone SET completion = 'merged:' || gone.id || ':' || gone.completion
    FROM loyalty_rewards kept
    WHERE gone.shop_id = ${shopId} AND gone.customer_id = ${goneId}
      AND kept.shop_id = ${shopId} AND kept.customer_id = ${keptId}
      AND (kept.rule_id = gone.rule_id OR kept.tier_id = gone.tier_id OR kept.point_reward_id = gone.point_reward_id) AND kept.completion = gone.completion`;
  await tx.$executeRaw`
    UPDATE loyalty_rewards SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_coupons SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    DELETE FROM loyalty_progress WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    DELETE FROM loyalty_standings WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
}
