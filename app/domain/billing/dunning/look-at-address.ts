import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { digestOf } from "../../subscriptions/address-digest.ts";

/**
 * Reads where the contract of an unpaid charge is delivered to, while that is what it waits for, and writes down whether it has
 * become another address. The first look, right after the charge, learns the one that was refused. A store that does not show
 * addresses to this app tells nothing. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure
 */
export async function lookAtAddress(
  { db, platform, clock }: ShopContext,
  { platformContractId }: Subscription,
  { shopId, subscriptionId, cycleIndex, step, addressDigest: before }: BillingCycle,
): Promise<void> {
  if (step !== "correct_address") return;
  const terms = await platform.getContractTerms(Number(platformContractId));
  if (!terms?.delivery) return;
  const addressDigest = digestOf(terms.delivery.address);
  if (addressDigest === before) return;
  await db.prisma.billingCycle.updateMany({
    where: { shopId, subscriptionId, cycleIndex, closedAt: null, addressDigest: before },
    data: { addressDigest, ...(before !== null && { addressChangedAt: clock.now() }) },
  });
}
