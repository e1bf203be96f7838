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
  // The rewards of both are looked up by their customers. By a rule or a tier they would be among all of the store's.
  await tx.$executeRaw`
    UPDATE loyalty_rewards gone SET completion = 'merged:' || gone.id || ':' || gone.completion
    FROM loyalty_rewards kept
    WHERE gone.shop_id = ${shopId} AND gone.customer_id = ${goneId}
      AND kept.shop_id = ${shopId} AND kept.customer_id = ${keptId}
      AND kept.completion = gone.completion AND (kept.rule_id = gone.rule_id OR kept.tier_id = gone.tier_id
        OR kept.point_reward_id = gone.point_reward_id) IS TRUE`;
  await tx.$executeRaw`
    UPDATE loyalty_rewards SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_coupons SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_actions SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_receipts SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_file_lines SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await moveReferrals(tx, shopId, goneId, keptId);
  await moveBirthday(tx, shopId, goneId, keptId);
  await tx.$executeRaw`
    DELETE FROM loyalty_progress WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  await tx.$executeRaw`
    DELETE FROM loyalty_standings WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
}

/** The birthday of the one who stays is the one that is known of them; else the other's is. */
async function moveBirthday(
  tx: Queries,
  shopId: bigint,
  goneId: bigint,
  keptId: bigint,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE loyalty_birthdays SET customer_id = ${keptId}
    WHERE shop_id = ${shopId} AND customer_id = ${goneId}
      AND NOT EXISTS (SELECT 1 FROM loyalty_birthdays k WHERE k.shop_id = ${shopId} AND k.customer_id = ${keptId})`;
  await tx.$executeRaw`
    DELETE FROM loyalty_birthdays WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
}

/** Codes go on working. Who was referred twice was so by the order of the one who stays; nobody has referred themselves. */
async function moveReferrals(
  tx: Queries,
  shopId: bigint,
  goneId: bigint,
  keptId: bigint,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE loyalty_referral_codes SET customer_id = ${keptId} WHERE shop_id = ${shopId} AND customer_id = ${goneId}`;
  const ended = await tx.$queryRaw<{ id: bigint }[]>`
    DELETE FROM loyalty_referrals r
    WHERE r.shop_id = ${shopId} AND (
      (r.friend_id = ${goneId} AND EXISTS (
        SELECT 1 FROM loyalty_referrals k WHERE k.shop_id = ${shopId} AND k.friend_id = ${keptId}))
      OR (r.friend_id = ${goneId} AND r.advocate_id = ${keptId})
      OR (r.friend_id = ${keptId} AND r.advocate_id = ${goneId}))
    RETURNING r.id`;
  const keys = ended.map(({ id }) => `referral:${id}`);
  await tx.$executeRaw`
    DELETE FROM loyalty_facts
    WHERE shop_id = ${shopId} AND kind IN ('referral', 'referred') AND key = ANY (${keys}::text[])
      AND customer_id IN (${goneId}, ${keptId})`;
  await tx.$executeRaw`
    UPDATE loyalty_referrals SET friend_id = ${keptId} WHERE shop_id = ${shopId} AND friend_id = ${goneId}`;
  await tx.$executeRaw`
    UPDATE loyalty_referrals SET advocate_id = ${keptId} WHERE shop_id = ${shopId} AND advocate_id = ${goneId}`;
}
