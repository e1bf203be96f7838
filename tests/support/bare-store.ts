import type { ShopContext } from "#app/domain/context.ts";
import { clockAt } from "#app/lib/clock.ts";
import { createCustomers } from "./create-customers.ts";
import type { TestApp } from "./test-app.ts";
import { uniqueNumber } from "./unique-number.ts";

/** The store as its merchant sees it at an instant, in a zone that is its own unless given. */
export type StoreAt = (iso: string, zone?: string) => ShopContext;

/** Makes a store with three customers that only the database knows. */
export async function bareStore(testApp: TestApp, zone = "UTC"): Promise<StoreAt> {
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      domain: `bare-${uniqueNumber()}.myshopify.com`,
      ...{ name: "Bare", contactEmail: "a@example.com", currency: "EUR", ianaTimezone: zone },
      installedAt: new Date(),
    },
  });
  const context = await testApp.openShop(domain);
  await createCustomers(context, 3);
  return (iso, ianaTimezone = zone) => ({
    ...context,
    actor: { kind: "merchant", name: "Ada" },
    clock: clockAt(new Date(iso)),
    shop: { ...context.shop, ianaTimezone },
  });
}
