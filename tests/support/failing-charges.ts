import { addDays, formatDateMinute } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription } from "./billed-subscription.ts";
import type { TestApp } from "./test-app.ts";
import type { TestShop } from "./test-shop.ts";

export const zone = "America/New_York";

export const minuteOf = (instant: Date | null | undefined) =>
  instant && formatDateMinute(instant, zone);

/**
 * A store with one subscription that is due on the next second day of a month: retries wait for paydays, the first and the
 * fifteenth, and no retry of the twelve days after it comes near one.
 */
export async function due(
  testApp: TestApp,
  contract: Record<string, unknown> = {},
): Promise<{ shop: TestShop; due: Date; subscription: BilledSubscription }> {
  const shop = await testApp.createShop({ timezone: zone, currency: "USD" });
  let date = addDays((await shop.context()).clock.now(), 2, zone);
  while (!formatDateMinute(date, zone).includes("-02 ")) date = addDays(date, 1, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: date, ...contract });
  return { shop, due: date, subscription };
}

export const setDunning = async (shop: TestShop, dunning: object) => {
  const { db, shop: row } = await shop.context();
  const settings = JSON.stringify({ dunning });
  await db.prisma.$executeRaw`
    UPDATE shops SET settings = settings || ${settings}::jsonb WHERE id = ${row.id}`;
};

export const ofStates = (charges: { state: string }[]) => charges.map(({ state }) => state);
