import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import { refreshCustomerOrSetAside } from "../customers/store-customer.ts";
import { refreshOrderOrSetAside } from "../orders/store-order.ts";
import { noteNothingSetAside } from "../set-aside/set-aside.ts";
import type { ThingKind } from "../set-aside/thing.ts";
import { importPlans } from "../subscriptions/import-plans.ts";
import { refreshContractOrSetAside } from "../subscriptions/store-contract.ts";

/** Of these one run tries again, those first that were tried longest ago. */
const MOST = 500;
/** What the platform no longer has would stay for ever. */
const KEPT_DAYS = 90;

/** Reads again what is set aside, whenever it was changed; what cannot be read again is kept for ninety days. */
export async function bringInSetAside(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  if (!shop.hasSetAside) return;
  const where = { shopId: shop.id };
  const rows = await db.prisma.setAside.findMany({
    where,
    orderBy: [{ lastAt: "asc" }, { kind: "asc" }, { key: "asc" }],
    take: MOST,
  });
  for (const { kind, key } of rows) await bringIn(context, kind as ThingKind, Number(key));
  if (rows.some(({ kind }) => kind === "plan_group")) await importPlans(context);
  const oldest = addDays(clock.now(), -KEPT_DAYS, shop.ianaTimezone);
  await db.transaction(async (tx) => {
    await tx.setAside.deleteMany({ where: { ...where, lastAt: { lt: oldest } } });
    await noteNothingSetAside(tx, shop.id);
  });
}

async function bringIn(context: ShopContext, kind: ThingKind, id: number): Promise<void> {
  switch (kind) {
    case "order":
      await refreshOrderOrSetAside(context, id);
      break;
    case "customer":
      await refreshCustomerOrSetAside(context, id);
      break;
    case "contract":
      await refreshContractOrSetAside(context, id);
      break;
    case "plan_group":
    case "charge":
      // All groups are read at once, and nothing follows from a charge of the past.
      break;
  }
}
