import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const ask = (path: string, method: string) =>
  fetch(`${testApp.url}${path}`, { method, redirect: "manual" });

/** Addresses outside of the interfaces, and what each takes. */
const ADDRESSES: [path: string, methods: string[]][] = [
  ["/mail/unsubscribe/nothing", ["GET", "HEAD", "POST"]],
  ["/mail/cancel/nothing", ["GET", "HEAD", "POST"]],
  ["/mail/consent/nothing", ["GET", "HEAD", "POST"]],
  ["/receipts/nothing", ["GET", "HEAD"]],
  ["/healthz", ["GET", "HEAD"]],
  ["/readyz", ["GET", "HEAD"]],
  ["/openapi.json", ["GET", "HEAD"]],
  ["/docs", ["GET", "HEAD"]],
  ["/proxy/v1/ping", ["GET", "HEAD"]],
  ["/webhooks/orders-paid", ["POST"]],
  ["/internal/test-clock", ["POST"]],
];

test.each(ADDRESSES)("%s takes its methods alone", async (path, methods) => {
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const { status, headers } = await ask(path, method);
    const isTaken = methods.includes(method);
    expect(status === 405, `${method} ${status}`).toBe(!isTaken);
    if (!isTaken) expect(headers.get("allow")).toBe(methods.join(", "));
  }
});

test("a declared route refuses other methods in its interface's own words", async () => {
  const declared = Map.groupBy(testApp.declarations, ({ path }) => path);
  for (const [path, routes] of declared) {
    const taken = new Set(routes.map(({ method }) => method as string));
    const address = path.replaceAll(/\{\w+\}/g, "1");
    for (const method of ["PUT", "DELETE"].filter((one) => !taken.has(one))) {
      const answer = await ask(address, method);
      const statuses = (["key_missing", "signature_invalid", "not_found"] as const).map(
        (code) => routes[0]?.api.describeError(code).status,
      );
      expect(statuses, `${method} ${path}`).toContain(answer.status);
      expect(answer.headers.get("content-type"), path).toContain("json");
    }
  }
});

test("no answer is sniffed, and none of those that may differ is kept", async () => {
  const addresses = [...ADDRESSES.map(([path]) => path), "/proxy/v1/nothing", "/api/v1/nothing"];
  for (const path of addresses) {
    for (const method of ["GET", "POST"]) {
      const { headers } = await ask(path, method);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("cache-control"), path).toBeTruthy();
    }
  }
  const ping = await ask("/proxy/v1/ping", "GET");
  expect(ping.headers.get("cache-control")).toContain("no-store");
});
