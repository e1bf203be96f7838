import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { inSteps } from "#app/lib/in-batches.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";

/** Small enough that customers who are spending credit at the same time do not wait long. */
const CUSTOMERS_AT_ONCE = 5000;

/**
 * Runs a bulk grant in batches. Each batch and its cursor are saved in one transaction, so a run that was
 * interrupted continues when this is called again, and nobody gets the credit twice.
 */
export async function runBulkGrant(
  context: Pick<ShopContext, "shop" | "db" | "clock">,
  grantId: bigint,
  customersAtOnce = CUSTOMERS_AT_ONCE,
): Promise<void> {
  const { shop, db, clock } = context;
  await inSteps(customersAtOnce, async (most) => {
    const [row] = await db.prisma.$queryRaw<{ customers: number }[]>`
      SELECT grant_credit_run(${shop.id}, ${grantId}, ${most}::int, ${clock.now()},
        ${LEDGER_CODES}::jsonb) AS customers`;
    await analyzeGrownTables(db.pool);
    return (row?.customers ?? 0) >= most;
  });
}
