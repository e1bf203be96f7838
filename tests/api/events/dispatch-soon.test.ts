import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchEventsJob } from "#app/domain/events/event-jobs.ts";
import { addJob } from "#app/lib/queue.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function openCredit() {
  const shop = await testApp.createShop();
  const { cid } = await shop.createContract();
  const give = async () => {
    const body = { amount: 15, reason: "Goodwill" };
    expect((await shop.core(`/store-credits/${cid}/add`, { body })).status).toBe(200);
  };
  const shown = async () => (await readPublished(shop, cid, "store_credit"))?.available_minor;
  return { shop, give, shown };
}

test("credit that support gives twice within a second is shown to the shopper without waiting for the minute's sweep", async () => {
  const { shop, give, shown } = await openCredit();
  await give();
  // What was asked for then has read the first of them.
  await shop.quiet();
  await give();
  await shop.quiet();
  expect(await shown()).toBe(3000);
});

test("and once more, when other news of the store has been brought on in between", async () => {
  const { shop, give, shown } = await openCredit();
  await give();
  await shop.quiet();
  await give();
  const { db, shop: row } = await shop.context();
  await addJob(db.prisma, dispatchEventsJob, { shopId: row.id });
  await expect.poll(shown, { interval: 20 }).toBe(3000);
  await give();
  await shop.quiet();
  expect(await shown()).toBe(4500);
});
