import type { CancelFlow } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";

/**
 * The flow that a browser continues, by the id it was given. Null for an id that is not this
 * subscription's: a flow is an aid to the merchant's figures, never a condition for cancelling.
 */
export async function findFlow(
  { shop }: Pick<ShopContext, "shop">,
  queries: Queries,
  subscriptionId: bigint,
  flowId: string | null,
): Promise<CancelFlow | null> {
  if (!flowId) return null;
  return queries.cancelFlow.findFirst({
    where: { shopId: shop.id, publicId: flowId, subscriptionId },
  });
}

/** More often than this within a day nobody begins who only wants to leave. */
const MOST_A_DAY = 10;
const DAY_MS = 24 * 3_600_000;

/**
 * The open flow that an answer belongs to: the one that it names, and for who has begun very often the one that they began
 * last. Null where a new one begins, which the caller makes in the same transaction: those who ask for the same subscription wait
 * for one another, or many at once would begin as many.
 */
export async function findOpenFlow(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subscriptionId: bigint,
  flowId: string | null,
): Promise<CancelFlow | null> {
  const shopId = context.shop.id;
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ${subscriptionId} FOR NO KEY UPDATE`;
  const named = await findFlow(context, tx, subscriptionId, flowId);
  if (named?.outcome === "open") return named;
  const begun = await tx.cancelFlow.findMany({
    where: { shopId, subscriptionId },
    orderBy: { id: "desc" },
    take: MOST_A_DAY,
  });
  const first = begun[MOST_A_DAY - 1];
  const isOften = first && first.startedAt.getTime() > context.clock.now().getTime() - DAY_MS;
  return isOften ? (begun.find(({ outcome }) => outcome === "open") ?? null) : null;
}
