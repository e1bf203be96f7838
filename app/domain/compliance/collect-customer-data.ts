import type { ShopContext } from "../context.ts";

/**
 * Collects all that is kept about a person, for the merchant to hand on (the platform's
 * customers/data_request). Kept with the request until the person is erased. Safe to repeat.
 */
export async function collectCustomerData(context: ShopContext, requestId: bigint): Promise<void> {
  const shopId = context.shop.id;
  const key = { shopId_id: { shopId, id: requestId } };
  const request = await context.db.prisma.complianceRequest.findUniqueOrThrow({ where: key });
  if (request.completedAt) return;
  const customer = request.platformCustomerId
    ? await context.db.prisma.customer.findUnique({
        where: {
          shopId_platformCustomerId: { shopId, platformCustomerId: request.platformCustomerId },
        },
        include: {
          subscriptions: {
            include: {
              cancelFlows: true,
              appliedOffers: true,
              billingCycles: { include: { attempts: true } },
            },
          },
          member: true,
          orders: { include: { refunds: true, disputes: true, subscriptions: true } },
          creditEntries: true,
          creditFileLines: true,
          loyaltyFacts: true,
          loyaltyRewards: true,
          loyaltyProgress: true,
          loyaltyStanding: true,
          loyaltyCoupons: true,
          importLines: true,
          creditHolds: true,
          activities: true,
          mails: true,
          tags: true,
          mailSuppressions: { omit: { addressHash: true } },
          // Of customers who were merged with this one: what did not move with them.
          merged: { include: { creditEntries: true, member: true } },
        },
      })
    : null;
  // A bigint is no JSON; ids become decimal texts.
  const text = JSON.stringify({ customer }, (_name, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  await context.db.prisma.complianceRequest.update({
    where: key,
    data: { completedAt: new Date(), result: JSON.parse(text) },
  });
}
