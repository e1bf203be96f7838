import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CheckResult } from "#app/domain/diagnosis/check.ts";
import { checkStore } from "#app/domain/diagnosis/run-checks.ts";
import { readAppScopes } from "#app/server/read-app-scopes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  shop = await app.createShop();
});

/** What the store's checks find, by their names. */
async function check(): Promise<Record<string, CheckResult>> {
  const results = await checkStore(await shop.context(), await readAppScopes());
  return Object.fromEntries(results.map((result) => [result.name, result]));
}

describe("a store that is well", () => {
  test("is ok in everything but what nobody has used yet", async () => {
    // The end of the import of orders is told by one, when the platform is done.
    const webhooks = async () => (await check()).Webhooks?.found;
    await expect.poll(webhooks).toContain("bulk_operations/finish");
    const unwell = Object.values(await check()).filter(({ status }) => status !== "ok");
    expect(unwell.map(({ name, status }) => [name, status])).toEqual([["Theme blocks", "warning"]]);
  });

  test("is ok in everything once a webhook has come and a shopper has used a block", async () => {
    const { cid, contractId } = await shop.createContract({ price: "9.90" });
    await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
    const found = await check();
    expect(Object.values(found).filter(({ status }) => status !== "ok")).toEqual([]);
    expect(found.Webhooks?.found).toContain("subscription_contracts/create");
    expect(found["Theme blocks"]?.found).toMatch(/on \d{4}-\d{2}-\d{2}\./);
  });
});

test("a block that nobody has used for more than two weeks may be gone, and is seen again when it is used", async () => {
  const { cid, contractId } = await shop.createContract({ price: "9.90" });
  const use = () => shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
  const blocks = async () => (await check())["Theme blocks"];
  await use();
  await shop.control("clock", { advance: `PT${14 * 24}H` });
  expect((await blocks())?.status).toBe("ok");
  await shop.control("clock", { advance: "PT24H" });
  expect(await blocks()).toMatchObject({
    status: "warning",
    found: expect.stringMatching(/^Not seen for 15 days: .+ last on \d{4}-\d{2}-\d{2}\.$/),
  });
  await use();
  expect((await blocks())?.status).toBe("ok");
});

describe("what is wrong is named, with what to do:", () => {
  test("the store has not granted a permission", async () => {
    await shop.control("scopes", { withhold: ["write_discounts"] });
    expect((await check()).Permissions).toMatchObject({
      status: "failing",
      found: "The store has not granted write_discounts.",
      advice: expect.stringContaining("accept its permissions"),
    });
  });

  test("a permission to read that one to write includes is not missing", async () => {
    const results = await checkStore(await shop.context(), ["read_customers", "read_discounts"]);
    expect(results.find(({ name }) => name === "Permissions")?.status).toBe("ok");
  });

  test("customer data is not approved, or not names and email addresses", async () => {
    await shop.control("customers");
    await shop.control("protected-data", { approved: [] });
    expect((await check())["Protected customer data"]).toMatchObject({
      status: "failing",
      advice: expect.stringContaining("Dev Dashboard"),
    });
    await shop.control("protected-data", { approved: ["customer_data", "name"] });
    expect((await check())["Protected customer data"]).toMatchObject({
      status: "warning",
      found: expect.stringContaining("without emailAddress"),
    });
  });

  test("the app is gone from the store", async () => {
    await shop.control("uninstall");
    const found = await check();
    expect(found["Access token"]).toMatchObject({
      status: "failing",
      advice: expect.stringContaining("install it"),
    });
    expect(found.Permissions?.status).toBe("warning");
  });

  test("the proxy is somewhere else", async () => {
    await shop.control("app-proxy", { prefix: "tools", subpath: "elsewhere" });
    expect((await check())["App proxy"]).toMatchObject({
      status: "failing",
      found: `${shop.domain}/apps/service-api answers 404, and not from this app.`,
    });
  });

  test("the platform limits our own call to the storefront", async () => {
    await shop.control("server-traffic", { requests_per_minute: 0, counts_proxy: true });
    expect((await check())["App proxy"]).toMatchObject({
      status: "warning",
      found: expect.stringContaining("429"),
    });
  });
});

test("the proxy's own answer says whether a request was signed", async () => {
  expect((await shop.proxy("/ping")).body).toEqual({
    signed: true,
    shop: shop.domain,
    path_prefix: "/apps/service-api",
  });
  const unsigned = await fetch(`${app.url}/proxy/v1/ping`);
  expect(unsigned.status).toBe(401);
  expect(await unsigned.json()).toMatchObject({ signed: false });
});
