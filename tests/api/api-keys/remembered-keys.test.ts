import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "#app/domain/api-keys/rotate-api-key.ts";
import { notifyAccessChange } from "#app/domain/shops/access-change.ts";
import { uninstallShop } from "#app/domain/shops/uninstall-shop.ts";
import { createKeyedStore, type KeyProcess, openKeyProcess } from "#tests/support/key-process.ts";
import { startPostgresRelay } from "#tests/support/postgres-relay.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
/** Where keys are managed, and another process that serves requests. */
let ours: KeyProcess;
let other: KeyProcess;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  [ours, other] = await Promise.all([openKeyProcess(database.url), openKeyProcess(database.url)]);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await Promise.all([ours.close(), other.close()]);
});
afterAll(() => database.drop());

const newStore = () => createKeyedStore(ours);

/** Counts how often the process asks for a connection of its pool. */
function countQueries({ db }: KeyProcess): () => number {
  let count = 0;
  db.pool.on("acquire", () => {
    count += 1;
  });
  return () => count;
}

/** Calls again and again, as often as the process can, until an answer is the one that is expected. */
const callUntil = <T>(call: () => Promise<T>, expected: T) =>
  expect.poll(call, { interval: 1 }).toBe(expected);

/** Keeps calling with the key; says for each call when it began and whether the key was recognized. */
function keepCalling(process: KeyProcess, secret: string) {
  const calls: { at: number; recognized: boolean }[] = [];
  let stopped = false;
  const callers = Array.from({ length: 8 }, async () => {
    while (!stopped) {
      const at = performance.now();
      calls.push({ at, recognized: await process.recognizes(secret) });
      await turn();
    }
  });
  return async () => {
    stopped = true;
    await Promise.all(callers);
    return calls;
  };
}

describe("a key that a process remembers", () => {
  test("is not looked up again while changes are heard of", async () => {
    const { secret } = await newStore();
    expect(await other.recognizes(secret)).toBe(true);
    const queries = countQueries(other);
    for (let call = 0; call < 10_000; call += 1) {
      expect(await other.recognizes(secret)).toBe(true);
      await turn();
    }
    // Where a proof comes too late the key is read, and serves for half a second: for that many, all calls would have to take minutes.
    expect(queries()).toBeLessThan(200);
  });

  test("with a wrong checksum is refused without a look into the database", async () => {
    const { secret } = await newStore();
    const queries = countQueries(other);
    const last = secret.endsWith("0") ? "1" : "0";
    for (const text of ["", "pk_live_nonsense", secret.slice(0, -1) + last]) {
      expect(await other.recognizes(text)).toBe(false);
      expect(await other.authenticator.authenticateAndCount(text, "core")).toBeNull();
    }
    expect(queries()).toBe(0);
  });

  test("and that is revoked under load is let in by no process once revoking has returned", async () => {
    const { shop, keyId, secret } = await newStore();
    const stops = [ours, other].map((process) => keepCalling(process, secret));
    await callUntil(() => other.recognizes(secret), true);
    await revokeApiKey(ours.context(shop), keyId);
    const returnedAt = performance.now();
    expect(await other.recognizes(secret)).toBe(false);
    expect(await ours.recognizes(secret)).toBe(false);
    for (const stop of stops) {
      const calls = await stop();
      expect(calls.filter(({ recognized }) => recognized).length).toBeGreaterThan(0);
      expect(calls.filter(({ at, recognized }) => recognized && at >= returnedAt)).toEqual([]);
    }
  });

  test("and that is revoked is refused by other processes as soon as they are notified", async () => {
    const { shop, keyId, secret } = await newStore();
    expect(await other.recognizes(secret)).toBe(true);
    const revoked = revokeApiKey(ours.context(shop), keyId);
    await callUntil(() => other.recognizes(secret), false);
    await revoked;
  });

  test("and that is revoked is refused by a process that cannot listen", async () => {
    const { shop, keyId, secret } = await newStore();
    const deaf = await openKeyProcess(database.url, { listenUrl: withPort(database.url, 9) });
    closing.push(deaf.close);
    const stop = keepCalling(deaf, secret);
    await callUntil(() => deaf.recognizes(secret), true);
    await revokeApiKey(ours.context(shop), keyId);
    const returnedAt = performance.now();
    const calls = (await stop()).filter(({ at }) => at >= returnedAt);
    expect(calls.filter(({ recognized }) => recognized)).toEqual([]);
    expect(await deaf.recognizes(secret)).toBe(false);
  });

  test("and that is revoked is refused by a process whose connection has fallen silent", async () => {
    const { shop, keyId, secret } = await newStore();
    const relay = await startPostgresRelay(database.url);
    closing.push(relay.close);
    const deaf = await openKeyProcess(database.url, { listenUrl: relay.url });
    closing.push(deaf.close);
    expect(await deaf.recognizes(secret)).toBe(true);
    relay.fallSilent();
    await revokeApiKey(ours.context(shop), keyId);
    expect(await deaf.recognizes(secret)).toBe(false);
  });

  test("and that is revoked is refused behind a pooler that swallows notifications", async () => {
    const { shop, keyId, secret } = await newStore();
    const relay = await startPostgresRelay(database.url, { withoutNotifications: true });
    closing.push(relay.close);
    const deaf = await openKeyProcess(database.url, { listenUrl: relay.url });
    closing.push(deaf.close);
    expect(await deaf.recognizes(secret)).toBe(true);
    await revokeApiKey(ours.context(shop), keyId);
    expect(await deaf.recognizes(secret)).toBe(false);
  });

  test("is looked up again after the listening connection broke, and remembered again once it is back", async () => {
    const { shop, keyId, secret } = await newStore();
    expect(await other.recognizes(secret)).toBe(true);
    await ours.db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'perennial-listener' AND datname = current_database()",
    );
    await ours.db.pool.query("UPDATE api_keys SET scopes = '{core:read}' WHERE id = $1", [keyId]);
    const scopes = async () =>
      (await other.authenticator.recognizeKey(secret, "churn"))?.scopes.length;
    await callUntil(scopes, 1);
    // Heard of again: a change is known long before the key would be read again by itself.
    await callUntil(async () => {
      await ours.db.transaction(async (tx) => {
        await tx.apiKey.updateMany({
          where: { id: keyId },
          data: { scopes: ["core:read", "data:read"] },
        });
        await notifyAccessChange(tx, shop.id);
      });
      return scopes();
    }, 2);
  });

  test("ends exactly when the database server's clock says so, and a test clock does not bring it back", async () => {
    const { shop, keyId, secret } = await newStore();
    const { pool } = ours.db;
    await pool.query(
      "UPDATE api_keys SET expires_at = now() + interval '700 milliseconds' WHERE id = $1",
      [keyId],
    );
    const isAlive = async () => {
      const sql = "SELECT now() < expires_at AS alive FROM api_keys WHERE id = $1";
      return (await pool.query<{ alive: boolean }>(sql, [keyId])).rows[0]?.alive;
    };
    let recognized = true;
    while (recognized) {
      const aliveBefore = await isAlive();
      recognized = await other.recognizes(secret);
      if (recognized) expect(aliveBefore).toBe(true);
      else expect(await isAlive()).toBe(false);
    }
    await ours.db.transaction(async (tx) => {
      await tx.shop.update({
        where: { id: shop.id },
        data: { isDevelopment: true, clockOffsetMs: -86_400_000n },
      });
      await notifyAccessChange(tx, shop.id);
    });
    expect(await other.recognizes(secret)).toBe(false);
  });

  test("and that is rotated works beside its successor for the overlap, or not at all", async () => {
    const { shop, keyId, secret } = await newStore();
    expect(await other.recognizes(secret)).toBe(true);
    const next = await rotateApiKey(ours.context(shop), { keyId, overlapHours: 1 });
    expect(await other.recognizes(secret)).toBe(true);
    expect(await other.recognizes(next.secret)).toBe(true);
    await ours.db.transaction(async (tx) => {
      await tx.$executeRaw`UPDATE api_keys SET expires_at = now() WHERE id = ${keyId}`;
      await notifyAccessChange(tx, shop.id);
    });
    await callUntil(() => other.recognizes(secret), false);
    const last = await rotateApiKey(ours.context(shop), { keyId: next.key.id, overlapHours: 0 });
    expect(await other.recognizes(next.secret)).toBe(false);
    expect(await other.recognizes(last.secret)).toBe(true);
  });

  test("of a store that uninstalls is refused by other processes as soon as they are notified", async () => {
    const { shop, secret } = await newStore();
    expect(await other.recognizes(secret)).toBe(true);
    await ours.db.transaction((tx) => uninstallShop(tx, shop.id, new Date(Date.now() + 60_000)));
    await callUntil(() => other.recognizes(secret), false);
  });
});

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
