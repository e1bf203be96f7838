import { requestJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { orSetAside } from "../set-aside/set-aside.ts";
import { refreshContract } from "./store-contract.ts";
import { followPaymentMethodJob, thingOfContract } from "./subscription-jobs.ts";

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
 * nothing that changes, and a card's contract stays as it was. One that cannot be stored is set aside. Calls the network. Safe to
 * repeat.
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
    const contractId = Number(platformContractId);
    // The news alone says that an agreement was renewed: what is tried again is the news.
    const again = requestJob(followPaymentMethodJob, { shopId: shop.id, ...news });
    const thing = { ...thingOfContract(shop.id, contractId), again };
    await orSetAside(context, thing, () =>
      refreshContract(context, contractId, { methodRenewedAt }),
    );
  }

  /** Never later than now: what was told cannot come after it. */
  function inStoresTime(told: string): Date {
    const now = clock.now();
    const at = new Date(Date.parse(told) + shop.clockOffsetMs);
    return at > now ? now : at;
  }
}
