import { randomUUID } from "node:crypto";
import { getJwt } from "@shopify/shopify-api/test-helpers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import { listRoutes } from "#tests/support/route-table.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Every page of the admin whose address has an id in it, by the table of contents.

const NO_IDS = ["abc", "0", "-1", "1.5", "1e9", "NaN", "%20", "9223372036854775807"];
/** One like ours that nobody has. */
const NOBODYS = "999999999999999999";

const routes = (await listRoutes()).filter(({ path }) => path.startsWith("app/") && /:/.test(path));

let testApp: TestApp;
let headers: Record<string, string>;
const logged: string[] = [];

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  const shop = await testApp.createShop();
  const log = createLogger("warn", {}, { write: (line) => logged.push(line) });
  Object.assign(testApp.app, { log });
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = testApp.environment;
  const store = shop.domain.replace(".myshopify.com", "");
  const { token } = await getJwt(store, SHOPIFY_API_KEY, SHOPIFY_API_SECRET);
  headers = { authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Firefox/140.0" };
  // The pages are built first, where they are not.
}, 300_000);
afterAll(() => testApp.close());

const addressOf = (path: string, id: string) => `/${path.replaceAll(/:\w+/g, id)}`;

async function statusOf(address: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${testApp.url}${address}`, {
    redirect: "manual",
    ...init,
    headers: { ...headers, ...init.headers },
  });
  await answer.text();
  return answer.status;
}

test("there are such pages", () => {
  expect(routes.length).toBeGreaterThan(15);
});

test.each(routes)(
  "$path is not there for what is no id, and for an id that nobody has",
  async ({ path }) => {
    logged.length = 0;
    for (const id of [...NO_IDS, NOBODYS]) {
      const address = addressOf(path, id);
      for (const asked of [address, `${address}.data`]) {
        expect(await statusOf(asked), asked).toBe(404);
      }
    }
    expect(logged).toEqual([]);
  },
);

/** What the forms of these pages send: one that each of them understands is among them. */
const FORMS: object[] = [
  ...["delete", "archive", "stop", "undo", "approve", "resume"].map((intent) => ({ intent })),
  { intent: "add-note", body: "Called." },
  { intent: "remove_birthday" },
  { total: "1.00", leaveOut: true },
  { paysRenewals: true },
  { points: "1", reason: "Thanks", key: randomUUID() },
  {},
];

test.each(routes)("a form of $path does nothing for what is no id", async ({ path }) => {
  logged.length = 0;
  for (const id of NO_IDS) {
    const address = `${addressOf(path, id)}.data`;
    const statuses: number[] = [];
    for (const form of FORMS) {
      const type = { "content-type": "application/json" };
      const body = JSON.stringify(form);
      statuses.push(await statusOf(address, { method: "POST", headers: type, body }));
    }
    // A form that the page does not know is refused in words. A page without an action takes none.
    const takesNone = statuses.every((status) => status === 405);
    if (!takesNone) expect(statuses, address).toContain(404);
    for (const status of statuses) expect([200, 404, 405], address).toContain(status);
  }
  expect(logged).toEqual([]);
});
