import type { CancelFlow } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";

/**
 * The flow that a browser continues, by the id it was given. Null for an id that is not this
 * subscription's: a flow is an aid to the merchant's figures, never a condition for cancelling.
 */
export async function findFlow(
  context: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
  flowId: string | null,
): Promise<CancelFlow | null> {
  if (!flowId) return null;
  return context.db.prisma.cancelFlow.findFirst({
    where: { shopId: context.shop.id, publicId: flowId, subscriptionId },
  });
}

/** More often than this within a day nobody begins who only wants to leave. */
const MOST_A_DAY = 10;
const DAY_MS = 24 * 3_600_000;

/**
 * The open flow that an answer belongs to: the one that it names, and for who has begun very often the one that they began
 * last. Null where a new one begins.
 */
export async function findOpenFlow(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  subscriptionId: bigint,
  flowId: string | null,
): Promise<CancelFlow | null> {
  const named = await findFlow(context, subscriptionId, flowId);
  if (named?.outcome === "open") return named;
  const begun = await context.db.prisma.cancelFlow.findMany({
    where: { shopId: context.shop.id, subscriptionId },
    orderBy: { id: "desc" },
    take: MOST_A_DAY,
  });
  const first = begun[MOST_A_DAY - 1];
  const isOften = first && first.startedAt.getTime() > context.clock.now().getTime() - DAY_MS;
  return isOften ? (begun.find(({ outcome }) => outcome === "open") ?? null) : null;
}
