import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";

/**
 * The plan whose credit its customer loses when this contract ends at `endsAt`, by the policy of now. Null where the
 * plan's credit stays, or where another contract of the plan lasts longer: then it goes with that one.
 */
export async function findForfeitingPlan(
  { shop }: Pick<ShopContext, "shop">,
  db: Queries,
  { id, customerId, planId }: Pick<Subscription, "id" | "customerId" | "planId">,
  endsAt: Date,
): Promise<{ customerId: bigint; planId: bigint } | null> {
  if (customerId === null || planId === null) return null;
  const plan = await db.plan.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: planId } },
    select: { creditForfeitOnCancel: true },
  });
  if (!plan.creditForfeitOnCancel) return null;
  const lastsLonger = await db.subscription.findFirst({
    where: {
      shopId: shop.id,
      customerId,
      planId,
      id: { not: id },
      OR: [{ status: { not: "cancelled" } }, { endsAt: { gt: endsAt } }],
    },
    select: { id: true },
  });
  return lastsLonger ? null : { customerId, planId };
}
