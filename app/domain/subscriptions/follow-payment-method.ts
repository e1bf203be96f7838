import type { ShopContext } from "../context.ts";
import { refreshContract } from "./store-contract.ts";

/** What the platform has told of a payment method. */
interface MethodNews {
  platformCustomerId: number;
  /** The platform's name of it. */
  paymentMethod: string;
  /** When it was renewed, by the machine's clock; null when it was revoked. */
  renewedAt: string | null;
}

/**
 * Reads again each living contract of a customer that is paid with the method. A renewal is a fact by its news: an agreement shows
 * nothing that changes, and a card's contract stays as it was. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure
 */
export async function followPaymentMethod(context: ShopContext, news: MethodNews): Promise<void> {
  const { db, shop, clock } = context;
  const { platformCustomerId, paymentMethod, renewedAt } = news;
  const customer = await db.prisma.customer.findFirst({
    where: { shopId: shop.id, platformCustomerId: BigInt(platformCustomerId) },
    select: { id: true, mergedIntoId: true },
  });
  if (!customer) return;
  const rows = await db.prisma.subscription.findMany({
    where: {
      ...{ shopId: shop.id, customerId: customer.mergedIntoId ?? customer.id, paymentMethod },
      status: { not: "cancelled" },
    },
    select: { platformContractId: true },
  });
  const methodRenewedAt = renewedAt === null ? null : inStoresTime(renewedAt);
  for (const { platformContractId } of rows) {
    await refreshContract(context, Number(platformContractId), { methodRenewedAt });
  }

  /** Never later than now: what was told cannot come after it. */
  function inStoresTime(told: string): Date {
    const now = clock.now();
    const at = new Date(Date.parse(told) + shop.clockOffsetMs);
    return at > now ? now : at;
  }
}
