import type { OfferRules } from "#app/domain/churn/offers/types/offer-types.ts";
import type { TestShop } from "./test-shop.ts";

/** An offer of the store that is switched on. @returns its id as the Churn API shows it. */
export async function createOffer(
  shop: TestShop,
  rules: OfferRules,
  name = "An offer",
): Promise<number> {
  const { db, shop: row } = await shop.context();
  const { id } = await db.prisma.churnOffer.create({
    data: { shopId: row.id, name, type: rules.type, rules },
  });
  return Number(id);
}

/** Makes an offer the first one that a reason leads to; the lower of two positions comes first. */
export async function offerFor(
  shop: TestShop,
  alias: string,
  offerId: number,
  position = -1,
): Promise<void> {
  const { db, shop: row } = await shop.context();
  const reason = await db.prisma.cancellationReason.findUniqueOrThrow({
    where: { shopId_alias: { shopId: row.id, alias } },
  });
  await db.prisma.cancellationReasonOffer.create({
    data: { shopId: row.id, reasonId: reason.id, offerId: BigInt(offerId), position },
  });
}
