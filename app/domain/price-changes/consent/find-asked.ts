import type { Subscription } from "#app/generated/prisma/client.ts";
import type { RowOfChange } from "../../billing/prices/price-change-row.ts";
import { priceHoldsFrom } from "../../billing/prices/price-holds-from.ts";
import { type AppContext, type ShopContext, systemActor } from "../../context.ts";
import { readConsentToken } from "../../mail/links/consent-token.ts";
import { findShopById, openShop } from "../../shops/open-shop.ts";

/** Somebody who was asked whether they agree, and how it stands. */
export interface AskedCustomer {
  context: ShopContext;
  row: RowOfChange;
  subscription: Subscription;
  locale: string | null;
  standing: ConsentStanding;
}

/**
 * `open`: they may answer. `over`: they did not answer in time. `stopped`: the change does not come for them, because the merchant
 * took it back or left them out.
 */
type ConsentStanding = "open" | "agreed" | "declined" | "over" | "stopped" | "canceled";

/** Null for a link that is not from a mail, or of a store that has left. */
export async function findAsked(app: AppContext, token: string): Promise<AskedCustomer | null> {
  const named = readConsentToken(app, token);
  const shop = named && (await findShopById(app, named.shopId));
  if (!named || shop?.status !== "active") return null;
  return findAskedOf(openShop(app, shop, systemActor), named);
}

/** Null where the subscription was not asked about this change. */
export async function findAskedOf(
  context: ShopContext,
  { changeId: priceChangeId, subscriptionId }: { changeId: bigint; subscriptionId: bigint },
): Promise<AskedCustomer | null> {
  const key = { shopId: context.shop.id, priceChangeId, subscriptionId };
  const found = await context.db.prisma.priceChangeRow.findUnique({
    where: { shopId_priceChangeId_subscriptionId: key },
    include: {
      change: { include: { plan: true } },
      subscription: { include: { customer: true } },
    },
  });
  if (!found?.answer) return null;
  const { subscription: withCustomer, ...row } = found;
  const { customer, ...subscription } = withCustomer;
  const standing = await standingOf(context, row, subscription);
  return { context, row, subscription, locale: customer?.locale ?? null, standing };
}

async function standingOf(
  context: ShopContext,
  row: RowOfChange,
  { status }: Subscription,
): Promise<ConsentStanding> {
  if (status === "cancelled") return "canceled";
  if (row.change.stoppedAt || row.state === "stopped") return "stopped";
  if (row.answer === "agreed" || row.answer === "declined") return row.answer;
  if (row.answer === "none") return "over";
  if (row.state !== "told") return "stopped";
  const holds = await priceHoldsFrom(context, row);
  const isOver = holds.outcome === "from" && holds.at <= context.clock.now();
  return isOver ? "over" : "open";
}
