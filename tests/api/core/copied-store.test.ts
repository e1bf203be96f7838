import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { listTables } from "#tests/support/copy-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Tests work on copies of a store. What they find there has to be what an installation makes.

let installing: TestApp;
let copying: TestApp;

beforeAll(async () => {
  installing = await startTestApp({ own: true });
  copying = await startTestApp();
});
afterAll(() => installing.close());

/** What differs from row to row and from delivery to delivery: numbers, and what is drawn by chance. */
const OWN = /(^|_|[a-z])(id|Id|hash)$|^(last_four|subscription_ids)$/;

/** Without what no two stores have in common: their names, their moments, the keys of their rows. */
function withoutNames(shop: TestShop, value: unknown): unknown {
  const handle = shop.domain.replace(/\..*/, "");
  const name = handle.replaceAll("-", " ").replace("test", "Test");
  return JSON.parse(JSON.stringify(value), (key, inner) => {
    if (OWN.test(key)) return undefined;
    return typeof inner === "string"
      ? inner
          .replaceAll(handle, "HANDLE")
          .replaceAll(name, "NAME")
          .replace(/…\w+/, "…")
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "TIME")
          .replace(/http:\/\/127\.0\.0\.1:\d+/g, "APP")
      : inner;
  });
}

type Rows = Record<string, string[]>;

const numbersOf = (rows: Rows): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));

/** All that the app knows of a store, table by table. */
async function rowsOf(app: TestApp, shop: TestShop): Promise<Rows> {
  const { pool } = app.app.db;
  const { shop: row } = await shop.context();
  const tables = await Promise.all(
    (await listTables(pool)).map(async (name) => {
      const { rows } = await pool.query<{ row: unknown }>(
        `SELECT to_jsonb(t) AS row FROM ${name} t WHERE shop_id = $1`,
        [row.id],
      );
      const found = rows.map((one) => JSON.stringify(withoutNames(shop, one.row)));
      return [name, found.sort()] as const;
    }),
  );
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0));
}

interface Metafield {
  namespace: string;
  key: string;
}

const keyOf = ({ namespace, key }: Metafield) => `${namespace}.${key}`;

/** What the platform holds of the app for a store, and the store itself. */
async function platformOf(shop: TestShop): Promise<unknown> {
  const metafields = "metafields(first: 50) { nodes { namespace key type value } }";
  const state = await fetch(`${shop.devstoreUrl}/__dev/state`, {
    headers: { "x-forwarded-host": shop.domain },
  });
  const { controls: _controls, clock: _clock, ...found } = await state.json();
  const asked = await askPlatform(
    shop,
    `{ shop { ${metafields} } currentAppInstallation { accessScopes { handle } ${metafields} }
       webhookSubscriptions(first: 50) { nodes { topic uri } }
       products(first: 50) { nodes { title ${metafields} } } }`,
  );
  // Jobs write them in any order.
  const byKey = (a: Metafield, b: Metafield) => (keyOf(a) < keyOf(b) ? -1 : 1);
  for (const owner of [asked.shop, asked.currentAppInstallation, ...asked.products.nodes]) {
    owner.metafields.nodes.sort(byKey);
  }
  return withoutNames(shop, { found, asked });
}

// The history of the small store and of the demo leads up to the moment at which they are seeded.
describe.each(["empty", "goods"] as const)("a copied store with the seed %s", (seed) => {
  let installed: TestShop;
  let copied: TestShop;

  beforeAll(async () => {
    installed = await installing.createShop({ seed });
    copied = await copying.createShop({ seed });
  });

  test("has the same rows as one on which the app was installed", async () => {
    const rows = await rowsOf(copying, copied);
    expect(rows).toEqual(await rowsOf(installing, installed));
    expect(Object.keys(rows).length).toBeGreaterThan(5);
  });

  test("holds the same on the platform", async () => {
    expect(await platformOf(copied)).toEqual(await platformOf(installed));
  });

  test("goes on by itself, and its original stays as it was", async () => {
    const before = await rowsOf(copying, copied);
    await copied.createContract({ price: "15.00" });
    const { subscriptions = 0, ...others } = numbersOf(await rowsOf(copying, copied));
    expect(subscriptions).toBe((numbersOf(before).subscriptions ?? 0) + 1);
    expect(others.order_subscriptions).toBeGreaterThan(0);
    // Two stores are copied in turn, and the one after the next has the same original.
    await copying.createShop({ seed });
    expect(await rowsOf(copying, await copying.createShop({ seed }))).toEqual(before);
  });
});
