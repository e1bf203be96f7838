import type { ShopContext } from "../context.ts";

/** What is left of a grant, in minor units of the store's currency, and when it expires. */
export interface OpenGrant {
  id: bigint;
  remainingMinor: number;
  expiresAt: Date | null;
}

/** A customer's money that expires by an instant, and what is left of the named grants; soonest first. */
export async function readEndingGrants(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  { by, grantIds }: { by: Date; grantIds: bigint[] },
): Promise<OpenGrant[]> {
  const grants = await db.prisma.creditGrant.findMany({
    where: {
      shopId: shop.id,
      customerId,
      unit: "money",
      remainingMinor: { gt: 0 },
      OR: [{ expiresAt: { lte: by } }, { id: { in: grantIds } }],
    },
    select: { id: true, remainingMinor: true, expiresAt: true },
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
  });
  return grants.map((grant) => ({ ...grant, remainingMinor: Number(grant.remainingMinor) }));
}
