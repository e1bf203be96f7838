import { type AppContext, systemActor } from "../../context.ts";
import { findShopById, openShop } from "../../shops/open-shop.ts";
import type { Shop } from "../../shops/shop.ts";
import { stopAddress } from "./stop-address.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

/** Who a link of a mail is for. */
export interface Subscriber {
  shop: Shop;
  customerId: bigint;
  /** Null when it is not known any more. */
  email: string | null;
  locale: string | null;
}

/** The customer of a link; null for a link that is not from a mail, or of a store that has left. */
export async function findSubscriber(app: AppContext, token: string): Promise<Subscriber | null> {
  const named = readUnsubscribeToken(app, token);
  const shop = named && (await findShopById(app, named.shopId));
  if (!named || shop?.status !== "active") return null;
  const customer = await app.db.prisma.customer.findUnique({
    where: { shopId_id: { shopId: shop.id, id: named.customerId } },
  });
  if (!customer) return null;
  return { shop, customerId: customer.id, email: customer.email, locale: customer.locale };
}

/** The customer gets no more mails that they may do without. Safe to repeat. */
export async function unsubscribe(app: AppContext, subscriber: Subscriber): Promise<void> {
  const { shop, customerId, email: address } = subscriber;
  if (!address) return;
  const reason = "The customer asked for it.";
  await stopAddress(openShop(app, shop, systemActor), {
    ...{ address, customerId, scope: "optional", reason },
  });
}
