import { request as httpRequest, type IncomingMessage } from "node:http";
import { getJwt } from "@shopify/shopify-api/test-helpers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRoutes } from "#tests/support/route-table.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What holds for every route of the table of contents, also for one that is still to come.

const all = [...new Set((await listRoutes()).map(({ path }) => `/${path}`))];
const addressOf = (path: string) => path.replaceAll(/:\w+/g, "1").replace("*", "nothing");
/** Every address that the router answers, as a page and as its data. */
const pages = all
  .filter((path) => /^\/(?:$|app\b|auth\/login$)/.test(path))
  .map(addressOf)
  .flatMap((address) => [address, address === "/" ? "/_root.data" : `${address}.data`]);

let testApp: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  const shop = await testApp.createShop();
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = testApp.environment;
  const store = shop.domain.replace(".myshopify.com", "");
  const { token } = await getJwt(store, SHOPIFY_API_KEY, SHOPIFY_API_SECRET);
  headers = { authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Firefox/140.0" };
  // The pages are built first, where they are not.
}, 300_000);
afterAll(() => testApp.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${testApp.url}${path}`, { redirect: "manual", ...init });

describe("a page", () => {
  test("is read with GET and HEAD and takes forms with POST: any other method is refused", async () => {
    for (const path of pages) {
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        const { status, headers: told } = await ask(path, { method, headers });
        expect([status, told.get("allow")], `${method} ${path}`).toEqual([405, "GET, HEAD, POST"]);
      }
    }
  });

  test("refuses a method before any of the body has come", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const sent = httpRequest(
        `${testApp.url}/app/customers/1.data`,
        { method, headers: { ...headers, "content-length": 100 } },
        resolve,
      );
      sent.on("error", reject).flushHeaders();
      const answer = await promise;
      sent.off("error", reject).on("error", () => {});
      sent.destroy();
      expect(answer.statusCode, method).toBe(405);
    }
  });
});

describe("a file", () => {
  test.each(["/favicon.svg", "/assets/nothing.js", "/docs/images/nothing.png"])(
    "such as %s is read alone",
    async (path) => {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        const { status, headers: told } = await ask(path, { method });
        expect([status, told.get("allow")], `${method} ${path}`).toEqual([405, "GET, HEAD"]);
      }
    },
  );
});

/** What anybody may keep for a while, because it is the same for everybody. */
const KEPT = ["/docs", "/docs/:page", "/docs/guide/:page", "/openapi.json", "/favicon.svg"];

describe("no answer is kept", () => {
  const others = ["/assets/nothing.js", "/docs/images/nothing.png", "/zzz", "/app/nothing/at/all"];
  const asked = [...all.filter((path) => !KEPT.includes(path)).map(addressOf), ...pages, ...others];

  test.each(["nobody", "a merchant"])("that %s gets from any route", async (who) => {
    for (const path of new Set(asked)) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const init = { method, ...(who === "a merchant" && { headers }) };
        const answer = await ask(path, init);
        await answer.body?.cancel();
        const told = answer.headers.get("cache-control");
        expect(told, `${method} ${path}: ${answer.status}`).toMatch(/no-store/);
      }
    }
  });

  test("but what is the same for everybody, which says for how long", async () => {
    for (const path of KEPT.map(addressOf)) {
      const answer = await ask(path);
      await answer.body?.cancel();
      expect(answer.headers.get("cache-control"), path).toBeTruthy();
    }
  });
});
