import type { ApiKey } from "#app/domain/api-keys/api-key.ts";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { listApiKeys } from "#app/domain/api-keys/list-api-keys.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "#app/domain/api-keys/rotate-api-key.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { machineClock } from "#app/lib/clock.ts";
import { type Database, openDatabase } from "#app/lib/db.ts";
import { connectDatabase } from "./database/connect-database.ts";
import { databaseAddress } from "./keys/database-address.ts";
import { findShop } from "./keys/find-shop.ts";
import { KEYS_USAGE, type KeysCommand, parseKeysCommand } from "./keys/keys-command.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

await runCommand(async () => {
  const command = parseKeysCommand(process.argv.slice(2));
  if (!command) {
    console.log(KEYS_USAGE);
    return;
  }
  const url = databaseAddress();
  // Says in one line what is wrong with the server, which the pool would not.
  await (await connectDatabase(url)).end();
  const db = openDatabase(url, 2);
  try {
    await run(db, command);
  } catch (error) {
    throw isAppError(error) ? new UserFacingError(error.message) : error;
  } finally {
    await db.close();
  }
});

/** Only the secret goes to standard output, so it can be piped. */
async function run(db: Database, command: KeysCommand): Promise<void> {
  const shop = await findShop(db, command.shop);
  const actor = { kind: "system", name: "Command line" } as const;
  const context = { db, shop, actor, clock: machineClock };
  switch (command.action) {
    case "list": {
      const { live, ended } = await listApiKeys(context);
      printKeys(shop, [...live, ...ended]);
      return;
    }
    case "create": {
      const { key, secret } = await createApiKey(context, {
        name: command.name,
        ...(command.scopes && { scopes: command.scopes }),
      });
      console.error(`Key ${key.id} “${key.name}” of ${shop.domain}. It is shown only now:`);
      console.log(secret);
      return;
    }
    case "rotate": {
      const { key, secret, replaced } = await rotateApiKey(context, command);
      const ends = replaced.expiresAt?.toISOString() ?? "";
      console.error(`Key ${key.id} replaces ${replaced.id}, which works until ${ends}.`);
      console.error("The new one is shown only now:");
      console.log(secret);
      return;
    }
    case "revoke": {
      const key = await revokeApiKey(context, command.keyId);
      console.log(`Key ${key.id} “${key.name}” is revoked.`);
    }
  }
}

function printKeys(shop: Shop, keys: ApiKey[]): void {
  if (keys.length === 0) {
    console.log(`${shop.domain} has no keys.`);
    return;
  }
  for (const key of keys) {
    const used = key.lastUsedAt
      ? `last used ${key.lastUsedAt.toISOString()} for ${key.lastUsedFor ?? "?"}`
      : "never used";
    const until = key.state === "replaced" ? ` until ${key.expiresAt?.toISOString()}` : "";
    console.log(
      `${key.id}\t${key.name}\t…${key.lastFour}\t${key.state}${until}\t${key.scopes.join(",")}\t${used}`,
    );
  }
}
