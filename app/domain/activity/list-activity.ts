import { z } from "zod";
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
  subscription: { id: bigint; customerName: string | null; planName: string } | null;
  /** The movement of credit or points that it tells, as the ledger has it; null for everything else. */
  movement: { entryId: bigint; amount: number } | null;
}

/** The latest lines of the store's timeline, newest first; of one subscription or one customer where it is named. */
export async function listActivity(
  context: Pick<ShopContext, "db" | "shop">,
  input: { subscriptionId?: bigint; customerId?: bigint; limit: number; offset?: number },
): Promise<ActivityView[]> {
  const rows = await context.db.prisma.activity.findMany({
    where: {
      shopId: context.shop.id,
      ...(input.subscriptionId !== undefined && { subscriptionId: input.subscriptionId }),
      ...(input.customerId !== undefined && { customerId: input.customerId }),
    },
    // Not by id: on a distributed database each node counts by itself.
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit,
    skip: input.offset ?? 0,
    include: {
      subscription: {
        select: {
          id: true,
          planName: true,
          customer: { select: { firstName: true, lastName: true } },
        },
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
      id: row.subscription.id,
      customerName: row.subscription.customer && customerName(row.subscription.customer),
      planName: row.subscription.planName,
    },
    movement: movementOf(row.details),
  }));
}

const movementDetails = z.object({ entry_id: z.string().regex(/^\d+$/), amount_minor: z.number() });

function movementOf(details: unknown): ActivityView["movement"] {
  const { data } = movementDetails.safeParse(details);
  return data ? { entryId: BigInt(data.entry_id), amount: data.amount_minor } : null;
}
