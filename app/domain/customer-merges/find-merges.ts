import type { ShopContext } from "../context.ts";
import { followMerge } from "./follow-merge.ts";
import { moveRows } from "./move-rows.ts";

/** As many as one call of the platform asks for. */
const ASKED_AT_ONCE = 100;
/** A run asks for no more than so many; the next goes on where it ended. */
const ASKED_IN_A_RUN = 2500;
/** What was written under an old id was begun before its merge: no more than this after it. */
const LATE_DAYS = 7;

/** What a look for merges came to. */
export interface FoundMerges {
  /** Merges that no webhook had told of. */
  repaired: number;
  /** Internal id of the customer asked for last; 0 when it was the last one. */
  askedTo: bigint;
}

/**
 * Looks for customers with credit whom the platform does not know any more. Where an order of theirs is another
 * customer's now, both were merged, and nobody told. Then brings over what was written under the old id of a recent merge
 * while it was made. Safe to repeat.
 *
 * @param askedTo where the last run ended.
 * @throws PlatformFailure
 */
export async function findMerges(context: ShopContext, askedTo: bigint): Promise<FoundMerges> {
  const asked = await listHolders(context, askedTo);
  let repaired = 0;
  for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
    const ids = asked.slice(at, at + ASKED_AT_ONCE).map(({ number }) => Number(number));
    for (const goneId of await context.platform.listMissingCustomers(ids)) {
      const keptId = await findHeir(context, goneId);
      if (keptId === null) continue;
      await followMerge(context, { goneId, keptId, isAnnounced: false });
      repaired += 1;
    }
  }
  await moveLateRows(context);
  return {
    repaired,
    askedTo: asked.length < ASKED_IN_A_RUN ? 0n : (asked.at(-1)?.id ?? 0n),
  };
}

function listHolders({ db, shop }: ShopContext, after: bigint) {
  return db.prisma.$queryRaw<{ id: bigint; number: bigint }[]>`
    SELECT holder.id, c.platform_customer_id AS number
    FROM (
      SELECT DISTINCT customer_id AS id FROM credit_accounts
      WHERE shop_id = ${shop.id} AND customer_id > ${after} AND available_minor + held_minor > 0
      ORDER BY customer_id LIMIT ${ASKED_IN_A_RUN}) holder
    JOIN customers c ON c.shop_id = ${shop.id} AND c.id = holder.id
    WHERE c.redacted_at IS NULL
    ORDER BY holder.id`;
}

/** Whose the latest order of a customer is on the platform now, when it is somebody else's. */
async function findHeir(
  { db, shop, platform }: ShopContext,
  goneId: number,
): Promise<number | null> {
  const order = await db.prisma.order.findFirst({
    where: { shopId: shop.id, customer: { platformCustomerId: BigInt(goneId) } },
    orderBy: { processedAt: "desc" },
    select: { platformOrderId: true },
  });
  const facts = order && (await platform.getOrderFacts(Number(order.platformOrderId)));
  return facts && facts.customerId !== goneId ? facts.customerId : null;
}

async function moveLateRows({ db, shop, clock }: ShopContext): Promise<void> {
  const since = new Date(clock.now().getTime() - LATE_DAYS * 86_400_000);
  const merged = await db.prisma.customer.findMany({
    where: { shopId: shop.id, mergedIntoId: { not: null }, mergedAt: { gte: since } },
    select: { id: true, mergedIntoId: true },
  });
  for (const { id, mergedIntoId } of merged) {
    if (!mergedIntoId) continue;
    await db.transaction((tx) => moveRows(tx, shop.id, id, mergedIntoId));
  }
}
