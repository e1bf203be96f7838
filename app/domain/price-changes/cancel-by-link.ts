import type { Subscription } from "#app/generated/prisma/client.ts";
import { type Actor, type AppContext, systemActor } from "../context.ts";
import { readCancelToken } from "../mail/links/cancel-token.ts";
import { findShopById, openShop } from "../shops/open-shop.ts";
import type { Shop } from "../shops/shop.ts";
import { cancelSubscription } from "../subscriptions/cancel-subscription.ts";
import { paidUntil } from "../subscriptions/charges/paid-until.ts";

/** What a link to cancel is for. */
export interface LinkedSubscription {
  shop: Shop;
  subscription: Subscription;
  locale: string | null;
  /** The end of what is paid, if it were canceled now or since it was; null when nothing is. */
  endsAt: Date | null;
}

/** Null for a link that is not from a mail, or of a store that has left. */
export async function findLinked(
  app: AppContext,
  token: string,
): Promise<LinkedSubscription | null> {
  const named = readCancelToken(app, token);
  const shop = named && (await findShopById(app, named.shopId));
  if (!named || shop?.status !== "active") return null;
  const found = await app.db.prisma.subscription.findUnique({
    where: { shopId_id: { shopId: shop.id, id: named.subscriptionId } },
    include: { customer: true },
  });
  if (!found) return null;
  const { customer, ...subscription } = found;
  const now = openShop(app, shop, systemActor).clock.now();
  const isOver = subscription.status === "cancelled";
  const end = isOver ? subscription.endsAt : paidUntil(subscription, now, shop.ianaTimezone);
  return {
    ...{ shop, subscription, locale: customer?.locale ?? null },
    endsAt: end && end > now ? end : null,
  };
}

const CUSTOMER: Actor = { kind: "customer", name: null };

/**
 * Cancels it for its owner, who has the link from their mail. Whoever was asked whether they agree to a change has answered by
 * that. Safe to repeat.
 *
 * @throws AppError platform_unavailable, platform_refused.
 */
export async function cancelByLink(
  app: AppContext,
  { shop, subscription }: LinkedSubscription,
): Promise<void> {
  const context = { ...openShop(app, shop, systemActor), actor: CUSTOMER };
  const { shopId, id: subscriptionId } = subscription;
  // Read before: canceling ends the row.
  const asked = await app.db.prisma.priceChangeRow.findFirst({
    where: { shopId, subscriptionId, answer: "asked", state: "told" },
    select: { priceChangeId: true },
  });
  await cancelSubscription(context, subscription, null);
  if (!asked) return;
  await app.db.prisma.priceChangeRow.updateMany({
    where: { shopId, ...asked, subscriptionId, answer: "asked", state: { in: ["told", "left"] } },
    data: { answer: "declined", answeredAt: context.clock.now() },
  });
}
