import { inSteps } from "#app/lib/in-batches.ts";
import { addJobs, requestJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { publishLoyaltyJob } from "../loyalty/loyalty-jobs.ts";
import { publishStoreCreditJob } from "../store-credit/credit-jobs.ts";
import { publishCustomerJob } from "../subscriptions/subscription-jobs.ts";

const AT_A_TIME = 500;

/**
 * Has what the storefront renders written again for every customer who has something there: its days are those of the store's zone.
 * Safe to repeat.
 */
export async function republishCustomers(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const { id: shopId } = shop;
  let after = 0n;
  await inSteps(AT_A_TIME, async (most) => {
    const page = await db.prisma.$queryRaw<
      { id: bigint; has_contract: boolean; has_credit: boolean; has_loyalty: boolean }[]
    >`
      SELECT c.id,
        EXISTS (SELECT 1 FROM subscriptions s WHERE s.shop_id = ${shopId} AND s.customer_id = c.id) AS has_contract,
        EXISTS (SELECT 1 FROM credit_accounts a
                WHERE a.shop_id = ${shopId} AND a.customer_id = c.id AND a.unit = 'money') AS has_credit,
        EXISTS (SELECT 1 FROM credit_accounts a
                WHERE a.shop_id = ${shopId} AND a.customer_id = c.id AND a.unit = 'points')
          OR EXISTS (SELECT 1 FROM loyalty_progress p
                     WHERE p.shop_id = ${shopId} AND p.customer_id = c.id) AS has_loyalty
      FROM customers c
      WHERE c.shop_id = ${shopId} AND c.id > ${after} ORDER BY c.id LIMIT ${most}`;
    const requests = page.flatMap(({ id: customerId, has_contract, has_credit, has_loyalty }) => [
      ...(has_contract ? [requestJob(publishCustomerJob, { shopId, customerId })] : []),
      ...(has_credit ? [requestJob(publishStoreCreditJob, { shopId, customerId })] : []),
      ...(has_loyalty ? [requestJob(publishLoyaltyJob, { shopId, customerId })] : []),
    ]);
    await db.transaction((tx) => addJobs(tx, requests));
    after = page.at(-1)?.id ?? after;
    return page.length === most;
  });
}
