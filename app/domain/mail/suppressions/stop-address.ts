import type { ShopContext } from "../../context.ts";
import { addressHash } from "./address-hash.ts";

/**
 * From now on an address gets none of the store's mails, or none that its owner may do without. Safe to repeat; the first
 * reason stays. Erased with the customer.
 */
export async function stopAddress(
  { db, shop, clock }: ShopContext,
  stop: { address: string; customerId: bigint; scope: "every" | "optional"; reason: string },
): Promise<void> {
  const { address, ...rest } = stop;
  await db.prisma.mailSuppression.createMany({
    data: [
      {
        ...rest,
        shopId: shop.id,
        addressHash: addressHash(address),
        createdAt: clock.now(),
      },
    ],
    skipDuplicates: true,
  });
}
