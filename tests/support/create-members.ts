import type { ShopContext } from "#app/domain/context.ts";
import { createCustomers } from "./create-customers.ts";

/** One statement has limited time, also on a machine that is busy. */
const AT_A_TIME = 10_000;

/** Inserts customers with an active contract of a plan, as rows only; returns their internal ids. */
export async function createMembers(
  context: ShopContext,
  planId: bigint,
  count: number,
): Promise<bigint[]> {
  const members: bigint[] = [];
  while (members.length < count) {
    const customers = await createCustomers(context, Math.min(AT_A_TIME, count - members.length));
    await context.db.pool.query(
      `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status,
         platform_status, plan_name, price_minor, currency, interval_unit, interval_count, platform_created_at,
         platform_updated_at)
       SELECT $1, 800000000 + id, id, $2, 'membership', 'active', 'active', 'Club', 1500, 'EUR', 'month', 1,
              now(), now()
       FROM unnest($3::bigint[]) id`,
      [String(context.shop.id), String(planId), customers.map(String)],
    );
    members.push(...customers);
  }
  return members;
}

/** A plan of the store, as a row only. */
export async function createPlan(context: ShopContext, expiryMonths: number | null = null) {
  const { prisma } = context.db;
  const shopId = context.shop.id;
  const number = BigInt(700_000_000 + (await prisma.plan.count({ where: { shopId } })));
  const group = await prisma.planGroup.create({
    data: { shopId, platformGroupId: number, name: "Club", kind: "membership" },
  });
  return prisma.plan.create({
    data: {
      shopId,
      planGroupId: group.id,
      platformPlanId: number,
      name: "Club monthly",
      creditExpiryMonths: expiryMonths,
    },
  });
}
