import { afterAll, beforeAll, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { importShopJob } from "#app/domain/shops/shop-jobs.ts";
import { addJob } from "#app/lib/queue.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { QuietOptions, TestShop } from "#tests/support/test-shop.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const approve = (shop: TestShop, approved: string[]) =>
  shop.control("protected-data", { approved });

/** As at an installation. */
async function importAgain(shop: TestShop, quiet: QuietOptions = {}): Promise<void> {
  const { db, shop: row } = await shop.context();
  await db.transaction((tx) => addJob(tx, importShopJob, { shopId: row.id }));
  await shop.quiet(quiet);
}

const HOW_TO_MEND =
  "Shopify has not approved this app for protected customer data (Customer). Whoever registered the app requests it in the Dev Dashboard, under API access.";

test("an import that the platform denies is on the merchant's worklist, with what to do", async () => {
  const shop = await app.createShop({ seed: "small" });
  await approve(shop, []);
  await importAgain(shop, { mayFail: true });
  const [first] = await listAttention(await shop.context());
  expect(first).toMatchObject({ kind: "import_failing", error: HOW_TO_MEND });
});

test("a caller who names a customer hears what is missing, and not of a mistake of ours", async () => {
  const shop = await app.createShop();
  const { body } = await shop.control("customers");
  await approve(shop, []);
  const answer = await shop.core(`/store-credits/${body.cid}`);
  expect(answer.body.error?.message).toBe(HOW_TO_MEND);
  expect(answer.status).toBe(503);
  const changed = await shop.manageCredit({ cid: body.cid, email: body.email, action: "get" });
  expect([changed.status, changed.body]).toEqual([503, { message: HOW_TO_MEND }]);
});

test("without names and email addresses customers and contracts come over all the same", async () => {
  const shop = await app.createShop();
  await approve(shop, ["customer_data"]);
  const { cid, contractId } = await shop.createContract({ price: "9.90" });
  const { db, platform, shop: row } = await shop.context();
  expect(await platform.getCustomer(cid)).toMatchObject({ email: null, firstName: null });
  const where = { shopId: row.id, platformContractId: BigInt(contractId) };
  const found = await db.prisma.subscription.findFirst({ where, include: { customer: true } });
  expect(found?.customer).toMatchObject({ email: null, firstName: null, lastName: null });
});

test("a permission that the store did not grant is named, in words for the merchant", async () => {
  const shop = await app.createShop();
  await shop.control("scopes", { withhold: ["write_customers"] });
  const { platform } = await shop.context();
  await expect(platform.listCustomers(null)).rejects.toMatchObject({
    kind: "refused",
    platformCode: "ACCESS_DENIED",
    message:
      "This store has not granted the app a permission that it needs (read_customers). Open the app in the store's admin and accept its permissions.",
  });
});
