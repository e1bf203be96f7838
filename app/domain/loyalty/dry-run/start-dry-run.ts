import type { Prisma } from "#app/generated/prisma/client.ts";
import { addJob } from "#app/lib/queue.ts";
import { subtractMonths } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { dryRunJob } from "../loyalty-jobs.ts";
import { parseRuleInput } from "../rules/rule-input.ts";
import { NOTHING } from "./dry-run-figures.ts";

/** So many are kept; an older one that still counts stops. */
const KEPT = 5;

/**
 * Has a rule counted over the store's last twelve months, as it was typed and without saving it. A job counts, page by page of
 * customers; it gives nothing to anybody. Safe to repeat with its key.
 *
 * @returns the id of the run.
 * @throws AppError invalid_input, as saving the rule would.
 */
export async function startDryRun(
  context: ShopContext,
  { key, input: given }: { key: string; input: unknown },
): Promise<bigint> {
  const input = parseRuleInput(given);
  const { db, shop, clock } = context;
  const totalCount = await db.prisma.customer.count({
    where: { shopId: shop.id, mergedIntoId: null },
  });
  return db.transaction(async (tx) => {
    // Two at once: the second counts what the first has made.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const known = await tx.loyaltyDryRun.findUnique({
      where: { shopId_sourceKey: { shopId: shop.id, sourceKey: key } },
    });
    if (known) return known.id;
    const now = clock.now();
    const { id } = await tx.loyaltyDryRun.create({
      data: {
        ...{ shopId: shop.id, sourceKey: key, input: input as unknown as Prisma.InputJsonValue },
        fromAt: subtractMonths(now, 12, shop.ianaTimezone),
        monthAt: subtractMonths(now, 1, shop.ianaTimezone),
        ...{ toAt: now, state: "running", totalCount: BigInt(totalCount), createdAt: now },
        ...{ month: { ...NOTHING }, year: { ...NOTHING } },
      },
    });
    const kept = await tx.loyaltyDryRun.findMany({
      where: { shopId: shop.id },
      orderBy: { id: "desc" },
      take: KEPT,
      select: { id: true },
    });
    await tx.loyaltyDryRun.deleteMany({
      where: { shopId: shop.id, id: { lt: kept.at(-1)?.id ?? id } },
    });
    await addJob(tx, dryRunJob, { shopId: shop.id, runId: id });
    return id;
  });
}
