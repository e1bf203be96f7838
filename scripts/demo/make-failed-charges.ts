import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { AppContext } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { TakenDate } from "#app/platform/platform-billing.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import type { DevstoreControls } from "./devstore-controls.ts";

const DAY_MS = 86_400_000;
/** The platform takes no date that is not in the future. */
const SOON_MS = 1500;
/** The engine tries what the platform had no room for again after a minute. */
const TIMEOUT_MS = 180_000;

/** What each charge comes to, and whether its owner then brings another card. */
const STORIES = [
  { result: "INSUFFICIENT_FUNDS", bringsAnotherCard: true },
  { result: "INSUFFICIENT_FUNDS", bringsAnotherCard: false },
  { result: "EXPIRED_PAYMENT_METHOD", bringsAnotherCard: false },
] as const;

const madeSchema = z.object({ contract_id: z.number() });

/**
 * Gives a development store charges that have failed, and one that was recovered: contracts fall due, the platform declines
 * them, and the billing engine does what it does in every store. Safe to repeat after an interruption.
 */
export async function makeFailedCharges(
  app: AppContext,
  shop: Shop,
  controls: DevstoreControls,
): Promise<void> {
  const has = (status: string) =>
    app.db.prisma.billingAttempt.count({
      // Those from before the installation are the platform's story.
      where: { shopId: shop.id, status, pastCycle: null },
    });
  if ((await has("failed")) >= STORIES.length) return;
  const customers = await controls.listCustomers(shop.domain);
  const owners = customers.filter(({ status }) => status === "active").slice(-STORIES.length);
  await Promise.all(
    STORIES.map(async ({ result, bringsAnotherCard }, index) => {
      const cid = owners[index]?.cid;
      if (cid === undefined) throw new UserFacingError("The demo store has too few customers.");
      const contractId = await makeContract(shop, controls, cid);
      const results = bringsAnotherCard ? [result, "success"] : [result];
      await controls.post(`contracts/${contractId}/payments`, shop.domain, { results });
      const { platform, clock } = openShop(app, shop, { kind: "system", name: "Demo" });
      const soon = new Date(clock.now().getTime() + SOON_MS);
      await platform.setNextBillingDate(contractId, soon as TakenDate);
      await waitForAttempt(app, shop, contractId, "failed");
      if (!bringsAnotherCard) return;
      await controls.post(`contracts/${contractId}/payment-method`, shop.domain, {});
      await waitForAttempt(app, shop, contractId, "success");
    }),
  );
}

async function makeContract(shop: Shop, controls: DevstoreControls, cid: number): Promise<number> {
  const made = await controls.post("contracts", shop.domain, {
    cid,
    kind: "product",
    price: "24.00",
    interval_name: "month",
    interval_count: 1,
    created_at: new Date(Date.now() - 30 * DAY_MS).toISOString(),
    next_billing_date: new Date(Date.now() + DAY_MS / 2).toISOString(),
  });
  return madeSchema.parse(made).contract_id;
}

async function waitForAttempt(
  { db }: AppContext,
  { id: shopId }: Shop,
  contractId: number,
  status: "failed" | "success",
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const subscription = await db.prisma.subscription.findUnique({
      where: { shopId_platformContractId: { shopId, platformContractId: BigInt(contractId) } },
    });
    const where = { shopId, subscriptionId: subscription?.id ?? 0n, status };
    if ((await db.prisma.billingAttempt.count({ where })) > 0) return;
    if (Date.now() > deadline)
      throw new UserFacingError("Waited in vain for a charge of the demo.");
    await delay(50);
  }
}
