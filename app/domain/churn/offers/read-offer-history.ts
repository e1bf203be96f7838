import type { Queries } from "#app/lib/db.ts";
import type { AcceptedBefore } from "./choose-offer.ts";

/**
 * The offers that a customer has accepted, on any of their subscriptions. One that the platform has not confirmed yet counts as
 * accepted.
 *
 * @param except an applied offer that is not looked at.
 */
export async function readOfferHistory(
  queries: Queries,
  { shopId, customerId }: { shopId: bigint; customerId: bigint },
  except: bigint | null = null,
): Promise<AcceptedBefore[]> {
  const rows = await queries.appliedOffer.findMany({
    where: {
      shopId,
      subscription: { customerId },
      OR: [{ acceptedAt: { not: null } }, { state: "pending" }],
    },
    select: { id: true, offerId: true, acceptedAt: true, requestedAt: true },
  });
  return rows
    .filter(({ id }) => id !== except)
    .map(({ offerId, acceptedAt, requestedAt }) => ({
      offerId,
      acceptedAt: acceptedAt ?? requestedAt,
    }));
}
