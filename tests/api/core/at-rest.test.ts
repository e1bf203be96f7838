import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queueMail } from "#app/domain/mail/outbox/queue-mail.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

// A store is at rest when nothing of it waits, not even for another attempt.

let testApp: TestApp;
let shop: TestShop;
let cid: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const published = () => readPublished(shop, cid, "customer_subscription1");

beforeEach(async () => {
  shop = await testApp.createShop();
  await shop.control("fail-next", { operation: "metafieldsSet", status: 503, count: 1_000 });
  ({ cid } = await shop.createContract());
  expect(await published()).toBeNull();
  await shop.control("clear-faults");
});

test("a job that failed has been done when the store is at rest, however long its next attempt is away", {
  meta: { slow: "pauses between tries of a platform that fails" },
}, async () => {
  await shop.quiet();
  expect(await published()).not.toBeNull();
});

test("moving the test clock does what has failed before", {
  meta: { slow: "pauses between tries of a platform that fails" },
}, async () => {
  const { status } = await shop.control("clock", { advance: "PT1S" });
  expect([status, await published()]).toEqual([200, expect.anything()]);
});

describe("a job that fails again when it is tried once more", {
  meta: { slow: "pauses between tries of a platform that fails" },
}, () => {
  beforeEach(() =>
    shop.control("fail-next", { operation: "metafieldsSet", status: 503, count: 1_000 }),
  );

  test("leaves the store without rest, which says so", async () => {
    await expect(shop.quiet()).rejects.toThrow(/publish-customer.*503/);
    await expect(shop.quiet({ mayFail: true })).resolves.toBeUndefined();
  });

  test("is named by the answer of who moves the test clock", async () => {
    const { body } = await shop.control("clock", { advance: "PT1S" });
    expect(body.failing).toEqual([expect.stringMatching(/publish-customer.*503/)]);
    await shop.control("clear-faults");
    expect((await shop.control("clock", { advance: "PT1S" })).body.failing).toEqual([]);
  });
});

test("a mail that the mail server has put off does not wait either", async () => {
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
