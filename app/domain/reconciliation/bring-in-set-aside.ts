import { addJob } from "#app/lib/queue.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import { refreshCustomerOrSetAside } from "../customers/store-customer.ts";
import { handleEventJob } from "../events/event-jobs.ts";
import { settleLoyaltyJob } from "../loyalty/loyalty-jobs.ts";
import { refreshOrderOrSetAside } from "../orders/store-order.ts";
import { noteNothingSetAside } from "../set-aside/set-aside.ts";
import type { ThingKind } from "../set-aside/thing.ts";
import { importPlans } from "../subscriptions/import-plans.ts";
import { refreshContractOrSetAside } from "../subscriptions/store-contract.ts";

/** Of these one run tries again, those first that were tried longest ago. */
const MOST = 500;
/** What the platform no longer has would stay for ever. */
const KEPT_DAYS = 90;

/** Tries again what is set aside, whenever it was changed; what cannot be tried again is kept for ninety days. */
export async function bringInSetAside(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  if (!shop.hasSetAside) return;
  const where = { shopId: shop.id };
  const rows = await db.prisma.setAside.findMany({
    where,
    orderBy: [{ lastAt: "asc" }, { kind: "asc" }, { key: "asc" }],
    take: MOST,
  });
  for (const { kind, key } of rows) await bringIn(context, kind as ThingKind, key);
  if (rows.some(({ kind }) => kind === "plan_group")) await importPlans(context);
  const oldest = addDays(clock.now(), -KEPT_DAYS, shop.ianaTimezone);
  await db.transaction(async (tx) => {
    await tx.setAside.deleteMany({ where: { ...where, lastAt: { lt: oldest } } });
    await noteNothingSetAside(tx, shop.id);
  });
}

async function bringIn(context: ShopContext, kind: ThingKind, key: string): Promise<void> {
  const { db, shop } = context;
  switch (kind) {
    case "order":
      await refreshOrderOrSetAside(context, Number(key));
      break;
    case "customer":
      await refreshCustomerOrSetAside(context, Number(key));
      break;
    case "contract":
      await refreshContractOrSetAside(context, Number(key));
      break;
    case "member":
      await addJob(db.prisma, settleLoyaltyJob, { shopId: shop.id, customerId: BigInt(key) });
      break;
    case "event": {
      const [subscriber = "", eventId = ""] = key.split("/");
      const payload = { shopId: shop.id, subscriber, eventId: BigInt(eventId) };
      await addJob(db.prisma, handleEventJob, payload);
      break;
    }
    case "plan_group":
    case "charge":
      // All groups are read at once, and nothing follows from a charge of the past.
      break;
  }
}
