import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { idsAfter, readInParts } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import type { AppContext, ShopContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { rewriteMembers } from "./connect-points.ts";
import { readPointsIntegration, type StoredPointsIntegration } from "./points-integration.ts";
import { readPointsJob } from "./points-jobs.ts";

/** As many as the platform is asked for at a time. */
const AT_A_TIME = 100;

/**
 * Reads the points of all members from the platform, and updates the rows of those whose balance has changed. The first time
 * rows get the field when all are read. Safe to repeat.
 */
export async function readPoints(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  const integration = await readPointsIntegration(context);
  if (!integration) return;
  let foundCount = 0;
  for (let after = 0n; ; ) {
    const members = await readMembers(context, after);
    foundCount += await readBalances(context, integration, members);
    await analyzeGrownTables(db.pool);
    const last = members.at(-1);
    if (!last || members.length < AT_A_TIME) break;
    after = last.id;
  }
  await db.transaction(async (tx) => {
    const { count } = await tx.pointsIntegration.updateMany({
      where: { shopId: shop.id, version: integration.version },
      data: { readAt: clock.now(), foundCount },
    });
    if (count > 0 && integration.readAt === null) await rewriteMembers(context, tx);
  });
}

/** Reads the points of customers, by the platform's numbers, where the store has such a program and knows them. */
export async function readPointsOf(
  context: ShopContext,
  platformCustomerIds: readonly number[],
): Promise<void> {
  const { db, shop } = context;
  if (platformCustomerIds.length === 0) return;
  const integration = await readPointsIntegration(context);
  if (!integration?.readAt) return;
  const customers = await readInParts(platformCustomerIds.map(BigInt), (some) =>
    db.prisma.customer.findMany({
      where: {
        ...{ shopId: shop.id, platformCustomerId: { in: some } },
        ...{ mergedIntoId: null, redactedAt: null },
      },
      select: { id: true, platformCustomerId: true },
    }),
  );
  await readBalances(context, integration, customers);
}

/** Starts the nightly reading in each store that has such a program. */
export async function enqueuePointsReads({ db }: Pick<AppContext, "db">): Promise<void> {
  const stores = await db.prisma.pointsIntegration.findMany({ select: { shopId: true } });
  for (const { shopId } of stores) await addJob(db.prisma, readPointsJob, { shopId });
}

interface Holder {
  id: bigint;
  platformCustomerId: bigint;
}

function readMembers({ db, shop }: ShopContext, after: bigint): Promise<Holder[]> {
  return db.prisma.customer.findMany({
    where: {
      ...{ shopId: shop.id, mergedIntoId: null, redactedAt: null },
      member: { customerId: idsAfter(after) },
    },
    orderBy: { id: "asc" },
    take: AT_A_TIME,
    select: { id: true, platformCustomerId: true },
  });
}

/** @returns how many of them have a balance. */
async function readBalances(
  { db, shop, clock, platform }: ShopContext,
  { namespace, key, version }: StoredPointsIntegration,
  holders: readonly Holder[],
): Promise<number> {
  if (holders.length === 0) return 0;
  const numbers = holders.map(({ platformCustomerId }) => Number(platformCustomerId));
  const values = await platform.listCustomerMetafields(numbers, { namespace, key });
  const balances = numbers.map((number) => toBalance(values.get(number) ?? null));
  const ids = holders.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const integration = await tx.pointsIntegration.findUnique({ where: { shopId: shop.id } });
    // Another metafield meanwhile: its own reading follows.
    if (integration?.version !== version) return;
    const changed = await tx.$queryRaw<{ customer_id: bigint }[]>`
      WITH found AS (
        SELECT customer_id, round(balance * 100)::bigint AS hundredths
        FROM unnest(${ids}::bigint[], ${balances}::numeric[]) AS f (customer_id, balance)
      ), gone AS (
        DELETE FROM customer_points p USING found f
        WHERE p.shop_id = ${shop.id} AND p.customer_id = f.customer_id AND f.hundredths IS NULL
        RETURNING p.customer_id
      ), kept AS (
        INSERT INTO customer_points AS p (shop_id, customer_id, hundredths)
        SELECT ${shop.id}, customer_id, hundredths FROM found WHERE hundredths IS NOT NULL
        ON CONFLICT (shop_id, customer_id) DO UPDATE SET hundredths = excluded.hundredths
        WHERE p.hundredths <> excluded.hundredths
        RETURNING p.customer_id
      )
      SELECT customer_id FROM gone UNION ALL SELECT customer_id FROM kept`;
    if (changed.length === 0 || integration.readAt === null) return;
    await recordEvent({ shop, clock }, tx, "member.points_read", {
      customer_ids: changed.map(({ customer_id: id }) => String(id)),
    });
  });
  return balances.filter((balance) => balance !== null).length;
}

/** A metafield's value as a decimal number; null for what is none. */
function toBalance(value: string | null): string | null {
  const text = value?.trim() ?? "";
  if (!/^-?\d{1,15}(\.\d{1,20})?$/.test(text)) return null;
  return text;
}
