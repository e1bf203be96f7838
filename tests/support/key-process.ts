import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { type Shop, type ShopPlan, toShop } from "#app/domain/shops/shop.ts";
import {
  type Authenticator,
  type AuthenticatorOptions,
  createAuthenticator,
} from "#app/http/authenticator.ts";
import { machineClock } from "#app/lib/clock.ts";
import { type Database, openDatabase } from "#app/lib/db.ts";

/** What one web process has to recognize keys and count calls: a pool and an authenticator, which already listens. */
export interface KeyProcess {
  readonly db: Database;
  readonly authenticator: Authenticator;
  recognizes(secret: string): Promise<boolean>;
  /** Whether the call was allowed. */
  call(secret: string): Promise<boolean>;
  /** As actions see the store. */
  context(shop: Shop): Pick<ShopContext, "db" | "shop" | "actor" | "clock">;
  close(): Promise<void>;
}

export async function openKeyProcess(
  databaseUrl: string,
  options: Partial<AuthenticatorOptions> = {},
): Promise<KeyProcess> {
  const db = openDatabase(databaseUrl, 4);
  const authenticator = createAuthenticator({ pool: db.pool, databaseUrl, ...options });
  await authenticator.hasTriedToListen();
  return {
    db,
    authenticator,
    recognizes: async (secret) => (await authenticator.recognizeKey(secret, "churn")) !== null,
    call: async (secret) => {
      const counted = await authenticator.authenticateAndCount(secret, "core");
      if (!counted) throw new Error("The key is not recognized.");
      return counted.limit.allowed;
    },
    context: (shop) => ({
      db,
      shop,
      actor: { kind: "merchant", name: "Ada" },
      clock: machineClock,
    }),
    close: async () => {
      await authenticator.close();
      await db.close();
    },
  };
}

let stores = 0;

/** A store that is only in the database, with one key of all scopes. */
export async function createKeyedStore(
  { db, context }: Pick<KeyProcess, "db" | "context">,
  { plan = "enterprise", timezone = "Europe/Berlin" }: { plan?: ShopPlan; timezone?: string } = {},
) {
  stores += 1;
  const row = await db.prisma.shop.create({
    data: {
      domain: `keyed-${stores}.myshopify.com`,
      name: "Keyed",
      contactEmail: "keyed@example.com",
      ianaTimezone: timezone,
      currency: "EUR",
      plan,
      installedAt: new Date(),
    },
  });
  const shop = toShop(row);
  const { key, secret } = await createApiKey(context(shop), { name: "Key" });
  return { shop, keyId: key.id, secret };
}
