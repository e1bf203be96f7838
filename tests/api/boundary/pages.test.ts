import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { getJwt } from "@shopify/shopify-api/test-helpers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSavedViews } from "#app/domain/saved-views/saved-views.ts";
import { createLogger } from "#app/lib/log.ts";
import { listRoutes } from "#tests/support/route-table.ts";
import { sendHead } from "#tests/support/send-head.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The merchant's pages and the sign-in, as strangers ask for them.

let testApp: TestApp;
let shop: TestShop;
const logged: string[] = [];

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  shop = await testApp.createShop();
  const log = createLogger("warn", {}, { write: (line) => logged.push(line) });
  Object.assign(testApp.app, { log });
  // The pages are built first, where they are not.
}, 300_000);
afterAll(() => testApp.close());

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0" };
const host = Buffer.from("admin.shopify.com/store/a").toString("base64");

function ask(path: string, init: RequestInit = {}) {
  return fetch(`${testApp.url}${path}`, {
    redirect: "manual",
    ...init,
    headers: { ...browser, ...init.headers },
  });
}

async function token(claims: Record<string, unknown> = {}): Promise<string> {
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = testApp.environment;
  const store = shop.domain.replace(".myshopify.com", "");
  return (await getJwt(store, SHOPIFY_API_KEY, SHOPIFY_API_SECRET, claims)).token;
}

describe("addresses of the sign-in and of pages", () => {
  const odd = [
    "/auth/exit-iframe",
    "/auth/exit-iframe?exitIframe=https://evil.example/",
    "/auth/exit-iframe?exitIframe=javascript:alert(1)",
    "/auth/exit-iframe?exitIframe=%00&shop=%0d%0aX:1&host=%F0",
    `/auth/exit-iframe?exitIframe=/app&shop=a.myshopify.com&host=${host}`,
    "/auth/session-token?shop=%E2%82%AC%0d%0a",
    "/auth/session-token?shop=a.myshopify.com&host=////",
    "/auth/session-token?shopify-reload=https://evil.example",
    "/auth/login?shop=x",
    "/auth/anything",
    "/app?shop=a.myshopify.com&host=////",
    "/app?shop=a.myshopify.com&host=AAAA&embedded=1",
    "/app?shop=a.myshopify.com&host=IA==&embedded=1",
    `/app?shop=a.myshopify.com&host=${host}&embedded=1&id_token=nonsense`,
    "/app?shop=%E2%82%AC&host=%E2%82%AC",
    "/app/store-credit/files/999999999999999999999",
    "/app/%E0%A4%A",
    "/%E0%A4%A",
    "/app?_data=routes%2Fadmin%2Fadmin-shell",
    "/app.data",
    "//evil.example",
    "/?shop=%0d%0a",
  ];

  test.each(odd)("%s is never a failure of ours, and is not logged as one", async (path) => {
    logged.length = 0;
    for (const method of ["GET", "POST", "OPTIONS", "DELETE"]) {
      for (const origin of [null, "https://evil.example", "null", "nonsense"]) {
        const headers = origin === null ? {} : { origin };
        const { status } = await ask(path, { method, headers });
        expect(status, `${method} ${path} from ${origin}`).toBeLessThan(500);
      }
    }
    expect(logged).toEqual([]);
  });

  test("the page that fetches a token goes back to pages of ours alone", async () => {
    const reload = (target: string) =>
      ask(`/auth/session-token?shopify-reload=${encodeURIComponent(target)}`);
    const foreign = [
      ...["https://evil.example", "//evil.example/x", "javascript:alert(1)", "data:text/html,x"],
      ...["http://[", `${testApp.url}.evil.example`, String.raw`/\evil.example`],
    ];
    for (const target of foreign) {
      const answer = await reload(target);
      expect(answer.status, target).toBe(400);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await answer.text()).not.toContain("evil");
    }
    for (const target of ["/app?x=1", `${testApp.url}/app`]) {
      expect((await reload(target)).status, target).toBe(200);
    }
  });

  test("the pages of the sign-in are read, and take nothing", async () => {
    for (const path of ["/auth/session-token", "/auth/exit-iframe"]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        expect((await ask(path, { method })).status, `${method} ${path}`).toBe(405);
      }
    }
  });
});

describe("an address of nobody", () => {
  test("is told so by a page that is made once, whatever is asked for", async () => {
    const answers = await Promise.all(
      ["/zzz", "/auth/anything", "/appx", "/.env", `/${"x".repeat(3000)}`].map((path) => ask(path)),
    );
    const pages = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect([...pages]).toEqual([expect.stringContaining("This page does not exist")]);
    expect(answers[0]?.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

test("a method that pages do not take is refused, also one that cannot be copied", async () => {
  logged.length = 0;
  for (const path of ["/", "/app", "/app/settings", "/zzz", "/favicon.svg", "/healthz"]) {
    for (const method of ["TRACE", "PUT", "PROPFIND"]) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const sent = httpRequest(`${testApp.url}${path}`, { method, headers: browser }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on("error", reject).end();
      expect(await promise, `${method} ${path}`).toBeLessThan(500);
    }
  }
  expect(logged).toEqual([]);
});

test("a store that the platform gives no token for is told that it does not answer", async () => {
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = testApp.environment;
  const { token } = await getJwt("nobody-there", SHOPIFY_API_KEY, SHOPIFY_API_SECRET);
  const { status } = await ask("/app/settings", { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(503);
});

test("what a stranger sends to a page of the admin stays unread, on every page", async () => {
  const routes = await listRoutes();
  const paths = routes.map(({ path }) => path).filter((path) => /^app(\/|$)/.test(path));
  expect(paths.length).toBeGreaterThan(50);
  const strangers = [
    [],
    ["Authorization: Bearer nonsense"],
    ["Content-Type: multipart/form-data; boundary=x"],
  ];
  for (const path of paths) {
    const address = `/${path.replaceAll(/:\w+/g, "1").replace("*", "nothing")}`;
    for (const headers of strangers) {
      const status = await sendHead(testApp.url, { method: "POST", address, headers });
      expect([302, 401, 403, 405, 410], `${address} ${headers}`).toContain(status);
    }
  }
});

describe("a form of the admin", () => {
  const bearer = async () => ({ authorization: `Bearer ${await token()}` });

  test("from a foreign page is refused, on every page and whatever it holds", async () => {
    logged.length = 0;
    for (const path of ["/app?index", "/app/settings", "/app/churn/preview", "/app/nothing"]) {
      for (const body of ["guide=dismiss", "{", "x".repeat(300_000)]) {
        for (const origin of ["https://evil.example", "null"]) {
          const headers = { ...(await bearer()), origin };
          const answer = await ask(path, { method: "POST", headers, body });
          expect(answer.status, `${path} from ${origin}`).toBe(403);
        }
      }
    }
    expect(logged).toEqual([]);
  });

  test("larger than any of ours is refused, on every page", async () => {
    for (const path of ["/app?index", "/app/settings", "/app/churn/offers", "/app/churn/preview"]) {
      const body = "x".repeat(300_000);
      const answer = await ask(path, { method: "POST", headers: await bearer(), body });
      expect(answer.status, path).toBe(413);
    }
  });

  test("with a file is read up to what a file may have, on every page that takes one", async () => {
    for (const path of ["store-credit/files", "loyalty/files", "subscriptions/imports"]) {
      for (const [bytes, says] of [
        [1_900_000, "line"],
        [2_100_000, "2 MB"],
      ] as const) {
        const body = new FormData();
        body.set("file", new File(["a,b\n".repeat(bytes / 4)], "lines.csv"));
        const answer = await ask(`/app/${path}.data`, {
          method: "POST",
          headers: await bearer(),
          body,
        });
        expect([200, 202, 400], path).toContain(answer.status);
        expect(await answer.text(), path).toContain(says);
      }
    }
  });

  test.each([
    ["store-credit/files", "customer,amount,type,reason", "1,5,manual admin adjustment"],
    ["loyalty/files", "customer,points,reason", "1,5"],
    [
      "subscriptions/imports",
      "customer,plan,variant,price,next_date,start_date,external_id",
      "1,1,1,5,2031-01-01,2020-01-01",
    ],
  ])(
    "with a file is taken at %s, wherever the most of a name, a title or a cell cuts a character",
    async (path, titles, cells) => {
      logged.length = 0;
      const cut = (units: number) => `${"a".repeat(units - 1)}😀`;
      for (const title of ["b", cut(2_000)]) {
        const body = new FormData();
        const lines = `${titles},${title}\n${cells},${cut(2_000)},c\n`;
        body.set("file", new File([lines], cut(200)));
        const headers = await bearer();
        const answer = await ask(`/app/${path}.data`, { method: "POST", headers, body });
        expect([200, 202]).toContain(answer.status);
        const text = await answer.text();
        expect(text).toMatch(/fileId|importId/);
        expect(text).not.toContain("wrong on our side");
      }
      expect(logged).toEqual([]);
    },
  );

  test.each([
    ["a NUL", "pau\\u0000sed"],
    ["half a character", "pau\\ud800sed"],
  ])("with %s in a saved view is taken without it", async (what, status) => {
    logged.length = 0;
    const name = `View with ${what}`;
    const body = `{"intent":"create","list":"subscriptions","name":"${name}","query":{"status":"${status}"}}`;
    const headers = { ...(await bearer()), "content-type": "application/json" };
    const answer = await ask("/app/saved-views.data", { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    const saved = await listSavedViews(await shop.context(), "subscriptions");
    expect(saved.find((one) => one.name === name)?.query).toEqual({
      status: expect.stringMatching(/^pau\ufffd?sed$/),
    });
    expect(logged).toEqual([]);
  });

  test("that is no form and no JSON is answered in words, without a failure in the log", async () => {
    logged.length = 0;
    for (const path of [
      "/app.data?index",
      "/app/settings.data",
      "/app/churn/offers.data",
      "/app/churn/reasons.data",
      "/app/churn/preview",
      "/app/loyalty/preview",
      "/app/store-credit/policies.data",
      "/app/store-credit/grants.data",
      "/app/store-credit/files.data",
    ]) {
      for (const body of ["{", "null", "[1]", "\u0000"]) {
        for (const type of ["application/json", "multipart/form-data", "text/plain"]) {
          const headers = { ...(await bearer()), "content-type": type };
          const answer = await ask(path, { method: "POST", headers, body });
          expect(answer.status, `${path} ${type} ${body}`).toBeLessThan(500);
        }
      }
    }
    expect(logged).toEqual([]);
  });
});

describe("a session token", () => {
  test.each([
    ["without an end", { exp: undefined }],
    ["of another issuer", { iss: "https://other.myshopify.com/admin" }],
    ["without an issuer", { iss: undefined }],
    [
      "for an address that is no store",
      { dest: "https://evil.example", iss: "https://evil.example/admin" },
    ],
  ])("%s lets nobody in", async (_name, claims) => {
    const headers = { authorization: `Bearer ${await token(claims)}` };
    const preview = { method: "POST", headers, body: "{}" };
    expect((await ask("/app/churn/preview", preview)).status).toBe(401);
    const address = `/app?embedded=1&shop=${shop.domain}&host=${host}&id_token=${await token(claims)}`;
    const answer = await ask(address);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/auth\/session-token/);
  });
});

describe("headers of pages", () => {
  const opened = async () =>
    ask(`/app?embedded=1&shop=${shop.domain}&host=${host}&id_token=${await token()}`);

  test("a page may be framed by the store that the platform has signed, whatever the address says", async () => {
    const own = await opened();
    expect(own.status).toBe(200);
    expect(own.headers.get("content-security-policy")).toContain(`https://${shop.domain}`);
    for (const path of [
      "/auth/session-token?shop=evil.myshopify.com",
      "/auth/login?shop=evil.myshopify.com",
      `/app?embedded=1&shop=evil.myshopify.com&host=${host}&id_token=${await token()}`,
      "/nothing?shop=evil.myshopify.com",
    ]) {
      const policy = (await ask(path)).headers.get("content-security-policy") ?? "";
      expect(policy, path).not.toContain("evil");
    }
  });

  test("a page runs only its own scripts, and a new mark each time", async () => {
    const marks = new Set<string>();
    for (const answer of [await opened(), await opened()]) {
      const policy = answer.headers.get("content-security-policy") ?? "";
      const mark = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      marks.add(mark);
      const html = await answer.text();
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) {
        expect(tag.includes(`nonce="${mark}"`) || tag.includes("src="), tag).toBe(true);
      }
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:)/);
    }
    expect(marks.size).toBe(2);
  });

  test("every kind of answer forbids browsers to guess its type", async () => {
    const signed = createHmac("sha256", "x").digest("hex");
    for (const path of [
      "/",
      "/nothing",
      "/app",
      "/auth/login",
      "/auth/session-token",
      "/healthz",
      "/docs",
      "/openapi.json",
      "/api/v1/nothing",
      "/assets/nothing.js",
      "/favicon.svg",
      `/proxy/v1/collection?signature=${signed}`,
    ]) {
      const answer = await ask(path);
      expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });
});
