import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { findApiKeys } from "#app/domain/api-keys/find-api-keys.ts";
import { listApiKeys } from "#app/domain/api-keys/list-api-keys.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "#app/domain/api-keys/rotate-api-key.ts";
import { SCOPES } from "#app/domain/api-keys/scopes.ts";
import { flushApiKeyTouches, touchApiKey } from "#app/domain/api-keys/touch-api-key.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;
let other: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
  const actor = { kind: "merchant", name: "Ada" } as const;
  context = { ...(await (await testApp.createShop()).context()), actor };
  other = { ...(await (await testApp.createShop()).context()), actor };
});
afterAll(() => testApp.close());

const find = async (secret: string) => {
  const hash = hashApiKey(secret).toString("hex");
  const { keys } = await findApiKeys(testApp.app.db.pool, [hash]);
  return keys.get(hash) ?? null;
};
const liveNames = async () => (await listApiKeys(context)).live.map(({ name }) => name);

describe("API keys", () => {
  test("a new key is recognized with its store, name and all scopes", async () => {
    const { key, secret } = await createApiKey(context, { name: "  Helpdesk " });
    expect(key).toMatchObject({ name: "Helpdesk", state: "active", createdBy: "Ada" });
    expect(await find(secret)).toMatchObject({
      keyId: key.id,
      name: "Helpdesk",
      scopes: SCOPES,
      shop: { id: context.shop.id, domain: context.shop.domain, currency: "EUR" },
    });
  });

  test("characters that cannot be kept are left out of a key's name", async () => {
    const { key } = await createApiKey(context, { name: "Help\u0000desk\u0000" });
    expect(key.name).toBe("Helpdesk");
  });

  test("neither the key nor anything to compute it from is kept", async () => {
    const { key, secret } = await createApiKey(context, { name: "Kept nowhere" });
    const { rows } = await testApp.app.db.pool.query<{ row: string }>(
      "SELECT row_to_json(k)::text AS row FROM api_keys k WHERE id = $1",
      [key.id],
    );
    expect(rows[0]?.row).not.toContain(secret.slice(8, 40));
    expect(key.lastFour).toBe(secret.slice(-4));
  });

  test("a key gets only the scopes that were chosen, in their usual order", async () => {
    const { secret } = await createApiKey(context, {
      name: "Warehouse",
      scopes: ["data:read", "core:read", "data:read"],
    });
    expect((await find(secret))?.scopes).toEqual(["core:read", "data:read"]);
  });

  test.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ name: "No scopes", scopes: [] }, "scopes"],
    [{ name: "Unknown scope", scopes: ["everything"] }, "scopes"],
  ])("bad input %j is refused at its field, and no key is made", async (input, field) => {
    const before = await liveNames();
    await expect(createApiKey(context, input)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
    expect(await liveNames()).toEqual(before);
  });

  test("a well-formed key that nobody made is not recognized", async () => {
    expect(await find(`pk_live_${"0".repeat(30)}0hLQIq`)).toBeNull();
  });

  test("a rotated key works beside its successor until the overlap is over", async () => {
    const { key, secret } = await createApiKey(context, { name: "ERP", scopes: ["core:read"] });
    const rotated = await rotateApiKey(context, { keyId: key.id, overlapHours: 24 });
    expect(rotated.replaced.state).toBe("replaced");
    expect(await find(secret)).not.toBeNull();
    expect(await find(rotated.secret)).toMatchObject({ name: "ERP", scopes: ["core:read"] });

    await testApp.app.db.pool.query(
      "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1",
      [key.id],
    );
    expect(await find(secret)).toBeNull();
    expect(await find(rotated.secret)).not.toBeNull();
  });

  test("an overlap of 0 hours ends the old key at once", async () => {
    const { key, secret } = await createApiKey(context, { name: "At once" });
    await rotateApiKey(context, { keyId: key.id, overlapHours: 0 });
    expect(await find(secret)).toBeNull();
  });

  test.each([-1, 73, 1.5, Number.NaN])(
    "an overlap of %s hours is refused",
    async (overlapHours) => {
      const { key } = await createApiKey(context, { name: "Overlap" });
      await expect(rotateApiKey(context, { keyId: key.id, overlapHours })).rejects.toMatchObject({
        code: "invalid_input",
      });
    },
  );

  test("of two rotations at once, one is refused and one new key exists", async () => {
    const { key } = await createApiKey(context, { name: "Twice at once" });
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => rotateApiKey(context, { keyId: key.id, overlapHours: 1 })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const named = (await liveNames()).filter((name) => name === "Twice at once");
    expect(named).toHaveLength(2);
  });

  test("a revoked key is refused from the next request on, and revoking again changes nothing", async () => {
    const { key, secret } = await createApiKey(context, { name: "Lost" });
    const first = await revokeApiKey(context, key.id);
    expect(await find(secret)).toBeNull();
    expect((await revokeApiKey(context, key.id)).revokedAt).toEqual(first.revokedAt);
    await expect(rotateApiKey(context, { keyId: key.id, overlapHours: 1 })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("another store's key is neither listed, nor rotated, nor revoked", async () => {
    const { key, secret } = await createApiKey(other, { name: "Theirs" });
    expect(await liveNames()).not.toContain("Theirs");
    const attempts = [
      () => rotateApiKey(context, { keyId: key.id, overlapHours: 1 }),
      () => revokeApiKey(context, key.id),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await find(secret)).not.toBeNull();
  });

  test("a key of a store that has uninstalled is not recognized", async () => {
    const { secret } = await createApiKey(other, { name: "Left" });
    const { shop } = testApp.app.db.prisma;
    await shop.update({ where: { id: other.shop.id }, data: { status: "uninstalled" } });
    expect(await find(secret)).toBeNull();
    await shop.update({ where: { id: other.shop.id }, data: { status: "active" } });
    expect(await find(secret)).not.toBeNull();
  });

  test("every change of a key is in the timeline, under who made it", async () => {
    const { key } = await createApiKey(context, { name: "Told" });
    const { key: successor } = await rotateApiKey(context, { keyId: key.id, overlapHours: 1 });
    await revokeApiKey(context, successor.id);
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, message: { contains: "“Told”" } },
      orderBy: { id: "asc" },
    });
    expect(lines.map(({ kind, actorName }) => [kind, actorName])).toEqual([
      ["api_key.created", "Ada"],
      ["api_key.rotated", "Ada"],
      ["api_key.revoked", "Ada"],
    ]);
  });
});

describe("last used", () => {
  const lastUse = async (keyId: bigint) => {
    const { live } = await listApiKeys(context);
    const key = live.find(({ id }) => id === keyId);
    return { at: key?.lastUsedAt ?? null, for: key?.lastUsedFor ?? null };
  };

  test("tells for which interface, and is written at most once a minute", async () => {
    const { pool } = testApp.app.db;
    const { key, secret } = await createApiKey(context, { name: "Busy" });
    const recognized = await find(secret);
    if (!recognized) throw new Error("The key is not recognized.");
    expect(await lastUse(key.id)).toEqual({ at: null, for: null });

    touchApiKey(pool, recognized, "churn");
    await flushApiKeyTouches(pool);
    const first = await lastUse(key.id);
    expect(first).toEqual({ at: expect.any(Date), for: "churn" });

    while (Date.now() === first.at?.getTime()) await turn();
    touchApiKey(pool, recognized, "core");
    await flushApiKeyTouches(pool);
    expect(await lastUse(key.id)).toEqual(first);
  });

  test("the list shows a use of a moment ago", async () => {
    const { key, secret } = await createApiKey(context, { name: "Just tried" });
    const recognized = await find(secret);
    if (!recognized) throw new Error("The key is not recognized.");
    touchApiKey(testApp.app.db.pool, recognized, "churn");
    const listed = (await listApiKeys(context)).live.find(({ id }) => id === key.id);
    expect(listed).toMatchObject({ lastUsedAt: expect.any(Date), lastUsedFor: "churn" });
  });

  test("the uses of many keys are written by one statement", async () => {
    const { pool } = testApp.app.db;
    const keys = await Promise.all(
      Array.from({ length: 5 }, (_, n) => createApiKey(context, { name: `Many ${n}` })),
    );
    let statements = 0;
    const counting = {
      query: (...args: Parameters<typeof pool.query>) => {
        statements += 1;
        return pool.query(...args);
      },
    } as unknown as Parameters<typeof touchApiKey>[0];
    for (const { secret } of keys) {
      const recognized = await find(secret);
      if (recognized) touchApiKey(counting, recognized, "core");
    }
    await flushApiKeyTouches(counting);
    expect(statements).toBe(1);
    for (const { key } of keys) expect((await lastUse(key.id)).for).toBe("core");
  });
});
