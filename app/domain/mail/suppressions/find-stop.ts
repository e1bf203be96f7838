import { addressSpellings } from "#app/lib/email-address.ts";
import type { ShopContext } from "../../context.ts";
import { addressHash } from "./address-hash.ts";

/** Why an address, in whatever spelling, gets no mail, or no optional mail; null when it gets it. */
export async function findStop(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  address: string,
  isOptional: boolean,
): Promise<string | null> {
  const stop = await db.prisma.mailSuppression.findFirst({
    where: {
      shopId: shop.id,
      addressHash: { in: addressSpellings(address.trim()).map(addressHash) },
      scope: { in: isOptional ? ["every", "optional"] : ["every"] },
    },
    orderBy: { scope: "asc" },
  });
  if (!stop) return null;
  return stop.scope === "every"
    ? `The address refused an earlier email: ${stop.reason}`
    : "The customer wants no emails of this kind.";
}
