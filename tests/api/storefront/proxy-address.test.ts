import { afterAll, beforeAll, expect, test } from "vitest";
import { changeProxyPath } from "#app/domain/shops/change-proxy-path.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A page of the storefront, or the app's answer through its proxy. */
async function visit(shop: TestShop, path: string, cid: number) {
  const { headers } = await shop.control("login", { cid });
  return fetch(`${shop.devstoreUrl}${path}`, {
    headers: {
      cookie: headers.get("set-cookie")?.split(";")[0] ?? "",
      "x-forwarded-host": shop.domain,
    },
  });
}

const cancelFlowAddress = async (shop: TestShop, cid: number) =>
  /data-url="([^"]*)\/v1\/storefront\/cancel-flow/.exec(
    await (await visit(shop, "/pages/membership", cid)).text(),
  )?.[1];

test("the theme calls the proxy where the merchant has put it, once one request came that way", async () => {
  const shop = await testApp.createShop();
  const { cid, contractId } = await shop.createContract({ price: "15.00" });
  await shop.quiet();
  expect(await cancelFlowAddress(shop, cid)).toBe("/apps/service-api");
  await shop.control("app-proxy", { prefix: "community", subpath: "club" });
  const path = `/v1/storefront/cancel-flow/${contractId}`;
  expect((await visit(shop, `/apps/service-api${path}`, cid)).status).toBe(404);
  expect((await visit(shop, `/community/club${path}`, cid)).status).toBe(200);
  await shop.quiet();
  expect(await cancelFlowAddress(shop, cid)).toBe("/community/club");
  expect((await shop.context()).shop.proxyPath).toBe("/community/club");
});

test("a key that is known already learns the address too", async () => {
  const shop = await testApp.createShop();
  const { cid } = await shop.createContract({ price: "15.00" });
  const path = `/v1/data/store-credits?key=${shop.key}`;
  expect((await visit(shop, `/apps/service-api${path}`, cid)).status).toBe(200);
  await shop.control("app-proxy", { prefix: "a", subpath: "x" });
  expect((await visit(shop, `/a/x${path}`, cid)).status).toBe(200);
  await expect.poll(async () => (await shop.context()).shop.proxyPath).toBe("/a/x");
});

test("the merchant can say the address, as copied from the platform's admin", async () => {
  const shop = await testApp.createShop();
  const { cid } = await shop.createContract({ price: "15.00" });
  const context = await shop.context();
  const address = `https://${shop.domain}/tools/members/`;
  expect(await changeProxyPath(context, address)).toBe("/tools/members");
  await shop.quiet();
  expect(await cancelFlowAddress(shop, cid)).toBe("/tools/members");
});

test.each(["", "/", "service-api", "/pages/club", "/apps/a/b", "/apps/a b", "/apps/../x"])(
  "the address %j, which the platform never gives, is refused with an example",
  async (text) => {
    const context = await (await testApp.createShop()).context();
    await expect(changeProxyPath(context, text)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { proxyPath: [expect.stringContaining("/apps/service-api")] },
    });
    expect((await testApp.openShop(context.shop.domain)).shop.proxyPath).toBe("/apps/service-api");
  },
);
