import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queueMail } from "#app/domain/mail/outbox/queue-mail.ts";
import { importShopJob } from "#app/domain/shops/shop-jobs.ts";
import { addJob, readWaitingRetries } from "#app/lib/queue.ts";
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

/** What the platform lets the app read of customers. */
const ALL = ["customer_data", "name", "email"];
const approve = (approved: string[]) => shop.control("protected-data", { approved });

describe("a job that failed", () => {
  const isImported = async () => {
    const { db, shop: row } = await shop.context();
    const { importedAt } = await db.prisma.shop.findUniqueOrThrow({ where: { id: row.id } });
    return importedAt !== null;
  };

  beforeEach(async () => {
    await approve([]);
    const { db, shop: row } = await shop.context();
    await db.prisma.shop.update({ where: { id: row.id }, data: { importedAt: null } });
    await db.transaction((tx) => addJob(tx, importShopJob, { shopId: row.id }));
    const failed = () => readWaitingRetries(db.prisma, row.id);
    await expect.poll(failed).toMatchObject([{ name: "import-shop" }]);
  });

  test("has been done when the store is at rest, however long its next attempt is away", async () => {
    await approve(ALL);
    await shop.quiet();
    expect(await isImported()).toBe(true);
  });

  test("is done when the test clock moves", async () => {
    await approve(ALL);
    const { status, body } = await shop.control("clock", { advance: "PT1S" });
    expect([status, body.failing, await isImported()]).toEqual([200, [], true]);
  });

  test("and fails again leaves the store without rest, which says so", async () => {
    await expect(shop.quiet()).rejects.toThrow(/^Jobs have failed: import-shop: Shopify has not/);
    await expect(shop.quiet({ mayFail: true })).resolves.toBeUndefined();
    expect(await isImported()).toBe(false);
  });

  test("and fails again is named by the answer of who moves the test clock, until it is done", async () => {
    const move = async () => (await shop.control("clock", { advance: "PT1S" })).body.failing;
    expect(await move()).toEqual([expect.stringMatching(/^import-shop: Shopify has not/)]);
    await approve(ALL);
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
  await expect(shop.quiet()).rejects.toThrow(/^Jobs have failed: send-mail: 450 4\.2\.1 /);
  const readMail = () => context.db.prisma.mail.findFirstOrThrow({ where });
  expect(await readMail()).toMatchObject({ state: "queued", attempts: 2 });
  await shop.control("mailbox/refuse", { address: email, answer: null });
  await shop.quiet();
  expect(await readMail()).toMatchObject({ state: "sent", attempts: 3 });
});
