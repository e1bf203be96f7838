import { addJob } from "#app/lib/queue.ts";
import { publishCancelFlowJob } from "../churn/churn-jobs.ts";
import { createDefaultReasons } from "../churn/reasons/create-default-reasons.ts";
import { type AppContext, systemActor } from "../context.ts";
import { notifyAccessChange } from "../shops/access-change.ts";
import { openShop } from "../shops/open-shop.ts";
import { type Shop, toShop } from "../shops/shop.ts";
import { followShopJob, importShopJob, publishStorefrontJob } from "../shops/shop-jobs.ts";

/**
 * Makes a store ours after the platform has let us in: its row, the default cancellation reasons and
 * offers, and the import of what it already has. Called at every fresh token exchange; a store that is
 * installed already is only looked up. A store that comes back after an uninstall keeps its settings and its amounts: what has
 * changed of itself is followed like any such change. Of one that was erased nothing is left to keep.
 *
 * @throws PlatformFailure when the platform does not answer.
 */
export async function installShop(app: AppContext, domain: string): Promise<Shop> {
  const connectedAt = new Date();
  const [known] = await app.db.prisma.shop.updateManyAndReturn({
    where: { domain, status: "active" },
    data: { connectedAt },
  });
  if (known) return toShop(known);
  const facts = await app.connectPlatform(domain).getShop();
  const since = {
    platformShopId: BigInt(facts.shopId),
    status: "active",
    installedAt: connectedAt,
    connectedAt,
    uninstalledAt: null,
    updatedAt: connectedAt,
  };
  const fields = {
    ...since,
    name: facts.name,
    contactEmail: facts.contactEmail,
    accountUrl: facts.accountUrl,
    ianaTimezone: facts.ianaTimezone,
    currency: facts.currency,
    taxesOnTop: facts.taxesOnTop,
    isDevelopment: facts.isDevelopment,
    platformCurrency: null,
    platformCurrencySince: null,
  };
  return app.db.transaction(async (tx) => {
    const before = await tx.shop.findUnique({ where: { domain }, select: { status: true } });
    const row = await tx.shop.upsert({
      where: { domain },
      create: { domain, ...fields },
      update: before?.status === "redacted" ? fields : since,
    });
    const shop = toShop(row);
    await addJob(tx, followShopJob, { shopId: shop.id });
    await notifyAccessChange(tx, shop.id);
    await createDefaultReasons(openShop(app, shop, systemActor), tx);
    await addJob(tx, importShopJob, { shopId: shop.id });
    await addJob(tx, publishStorefrontJob, { shopId: shop.id });
    await addJob(tx, publishCancelFlowJob, { shopId: shop.id });
    return shop;
  });
}
