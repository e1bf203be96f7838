import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queueMail } from "#app/domain/mail/outbox/queue-mail.ts";
import { importShopJob } from "#app/domain/shops/shop-jobs.ts";
import { addJob } from "#app/lib/queue.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

// A store is at rest when nothing of it waits, not even for another attempt.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

describe("a job that failed", {
  meta: { slow: "pauses between tries of a platform that fails" },
}, () => {
  let cid: number;

  const published = () => readPublished(shop, cid, "customer_subscription1");

  beforeEach(async () => {
    await shop.control("fail-next", { operation: "metafieldsSet", status: 503, count: 1_000 });
    ({ cid } = await shop.createContract());
    expect(await published()).toBeNull();
    await shop.control("clear-faults");
  });

  test("has been done when the store is at rest, however long its next attempt is away", async () => {
    await shop.quiet();
    expect(await published()).not.toBeNull();
  });

  test("is done when the test clock moves", async () => {
    const { status } = await shop.control("clock", { advance: "PT1S" });
    expect([status, await published()]).toEqual([200, expect.anything()]);
  });
});

describe("a job that fails again when it is tried once more", () => {
  beforeEach(async () => {
    await shop.control("protected-data", { approved: [] });
    const { db, shop: row } = await shop.context();
    await db.transaction((tx) => addJob(tx, importShopJob, { shopId: row.id }));
  });

  test("leaves the store without rest, which says so", async () => {
    await expect(shop.quiet()).rejects.toThrow(/^Jobs have failed: import-shop: Shopify has not/);
    await expect(shop.quiet({ mayFail: true })).resolves.toBeUndefined();
  });

  test("is named by the answer of who moves the test clock, until it is done", async () => {
    const move = async () => (await shop.control("clock", { advance: "PT1S" })).body.failing;
    expect(await move()).toEqual([expect.stringMatching(/^import-shop: Shopify has not/)]);
    await shop.control("protected-data", { approved: ["customer_data", "name", "email"] });
    expect(await move()).toEqual([]);
  });
});

test("a mail that the mail server has put off does not wait either", async () => {
  await shop.createContract();
  const context = await shop.context();
  const email = `person-${uniqueNumber()}@example.com`;
  const where = { shopId: context.shop.id };
  await context.db.prisma.customer.updateMany({ where, data: { email } });
  await shop.control("mailbox/refuse", { address: email, answer: "temporary" });
  const customer = await context.db.prisma.customer.findFirstOrThrow({ where });
  await context.db.transaction((tx) =>
    queueMail(context, tx, {
      ...{ kind: "subscription_paused", customerId: customer.id, causeKey: "put off" },
      data: { planName: "Tea", pausedUntil: null },
    }),
  );
  await expect(shop.quiet()).rejects.toThrow("send-mail");
  const readMail = () => context.db.prisma.mail.findFirstOrThrow({ where });
  expect(await readMail()).toMatchObject({ state: "queued", attempts: 2 });
  await shop.control("mailbox/refuse", { address: email, answer: null });
  await shop.quiet();
  expect(await readMail()).toMatchObject({ state: "sent", attempts: 3 });
});
