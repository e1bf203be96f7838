import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  FILE_KEPT_DAYS,
  MOST_ROOM_BYTES,
  removeOldFiles,
} from "#app/domain/loyalty/triggers/receipts/receipt-room.ts";
import {
  approveReceipt,
  rejectReceipt,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { sendReceipt } from "#tests/support/loyalty-queues.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What shoppers send in takes room, of which a store has so much.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await newCustomer();
  await makeRule(shop, { type: "upload_receipt", settings: { points_per_dollar: 1 } });
});

async function newCustomer(): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", {});
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

const pdfOf = (bytes: number) => Buffer.from(`%PDF-1.4\n${"x".repeat(bytes - 15)}%%EOF\n`);
const sendOn = (day: number, bytes: number, of = customer) =>
  sendReceipt(shop, of, { purchasedOn: `2026-01-0${day}`, file: pdfOf(bytes) });

/** How much room is counted, and how much is taken. */
async function rooms(): Promise<{ counted: number; taken: number }> {
  const { db, shop: row } = await shop.context();
  const [found] = await db.prisma.$queryRaw<{ counted: number; taken: number }[]>`
    SELECT (SELECT byte_size::float8 FROM loyalty_receipt_room WHERE shop_id = ${row.id}) AS counted,
      (SELECT coalesce(sum(octet_length(content)), 0)::int FROM loyalty_receipt_files WHERE shop_id = ${row.id}) AS taken`;
  return found ?? { counted: -1, taken: -1 };
}

test("the room that is counted is the room that files take, while they come, go by age and go with their customer", {
  meta: { slow: "the clock goes through three months" },
}, async () => {
  const other = await newCustomer();
  const [approved, rejected] = await Promise.all([sendOn(1, 100), sendOn(2, 200)]);
  await sendOn(3, 400);
  await sendOn(4, 800, other);
  expect(await rooms()).toEqual({ counted: 1500, taken: 1500 });
  await approveReceipt(await shop.context(), approved);
  await rejectReceipt(await shop.context(), rejected, "It cannot be read");
  await shop.control("clock", { advance: `P${FILE_KEPT_DAYS - 1}D` });
  await removeOldFiles(testApp.app);
  expect(await rooms()).toEqual({ counted: 1500, taken: 1500 });
  await shop.control("clock", { advance: "P2D" });
  await Promise.all([removeOldFiles(testApp.app), removeOldFiles(testApp.app)]);
  // What still waits for the merchant stays.
  expect(await rooms()).toEqual({ counted: 1200, taken: 1200 });
  await deliverWebhook(testApp, shop, {
    topic: "customers/redact",
    payload: { customer: { id: customer.cid } },
  });
  await shop.quiet();
  expect(await rooms()).toEqual({ counted: 800, taken: 800 });
});

test("a receipt for which the store has no room is refused, and leaves nothing behind", async () => {
  await sendOn(1, 100);
  const { db, shop: row } = await shop.context();
  await db.prisma.loyaltyReceiptRoom.update({
    where: { shopId: row.id },
    data: { byteSize: MOST_ROOM_BYTES - 100 },
  });
  const full = { code: "rate_limited", message: expect.stringContaining("no room") };
  await expect(sendOn(2, 101)).rejects.toMatchObject(full);
  const answers = await Promise.allSettled([sendOn(3, 60), sendOn(4, 60)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await rooms()).taken).toBe(160);
  expect(await db.prisma.loyaltyReceipt.count({ where: { shopId: row.id } })).toBe(2);
});
