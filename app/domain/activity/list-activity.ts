import type { Actor, ShopContext } from "../context.ts";
import { customerName } from "../customers/customer-name.ts";

/** A line of the timeline as people read it. */
export interface ActivityView {
  id: bigint;
  kind: string;
  message: string;
  actor: Actor;
  at: Date;
  /** The subscription it is about; null for what is about the store itself. */
  subscription: { customerName: string | null; planName: string } | null;
}

/** The latest lines of the store's timeline, newest first; of one subscription where it is named. */
export async function listActivity(
  context: Pick<ShopContext, "db" | "shop">,
  input: { subscriptionId?: bigint; limit: number },
): Promise<ActivityView[]> {
  const rows = await context.db.prisma.activity.findMany({
    where: {
      shopId: context.shop.id,
      ...(input.subscriptionId !== undefined && { subscriptionId: input.subscriptionId }),
    },
    // Not by id: on a distributed database each node counts by itself.
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit,
    include: {
      subscription: {
        select: { planName: true, customer: { select: { firstName: true, lastName: true } } },
      },
    },
  });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    message: row.message,
    actor: { kind: row.actorKind as Actor["kind"], name: row.actorName },
    at: row.createdAt,
    subscription: row.subscription && {
      customerName: row.subscription.customer && customerName(row.subscription.customer),
      planName: row.subscription.planName,
    },
  }));
}
