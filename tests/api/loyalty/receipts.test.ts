import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { receiptFilePath } from "#app/domain/loyalty/triggers/receipts/receipt-file.ts";
import {
  approveReceipt,
  listReceipts,
  rejectReceipt,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await newCustomer();
});

async function newCustomer(): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", {});
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from("\0\0\0\rIHDR\0\0\x05\0\0\0\x07\0 what the camera saw IEND"),
]);
const PDF = Buffer.from("%PDF-1.4\n%%EOF\n");

const takes = (settings: object = {}) =>
  makeRule(shop, {
    type: "upload_receipt",
    settings: { points_per_dollar: 2, maximum_amount: 500, ...settings },
    limits: { per_customer: 100 },
  });

interface Given {
  retailer?: string;
  purchased_on?: string;
  total?: number | string;
  file?: Buffer<ArrayBuffer>;
  /** Its content type. */
  type?: string;
}

async function send(
  given: Given = {},
  { of = customer, cid = of.cid }: { of?: LoyalCustomer; cid?: number | undefined } = {},
) {
  const { file = PNG, type = "image/png", ...facts } = given;
  const said = { retailer: "Corner Shop", purchased_on: "2026-01-15", total: 23.9, ...facts };
  const answer = await shop.proxy(`/loyalty/customers/${of.cid}/receipts`, {
    ...(cid ? { cid } : {}),
    query: { ...said, total: String(said.total) },
    file: new Blob([file], { type }),
  });
  await shop.quiet();
  return answer;
}

const balance = async (of = customer) => (await of.points()).available;
const mine = async () =>
  (await shop.proxy(`/loyalty/customers/${customer.cid}/receipts`, { cid: customer.cid })).body
    .data;
const merchant = async () =>
  ({
    ...(await shop.context()),
    actor: { kind: "merchant", name: "Mia Merchant" },
  }) as const;

describe("a receipt", () => {
  test("waits for the merchant, and counts when they approve it", async () => {
    await takes();
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...{ id: expect.any(Number), status: "pending", retailer: "Corner Shop" },
      ...{ purchased_on: "2026-01-15", total: "23.90", currency: "EUR", reason: null },
      created_at: expect.any(String),
    });
    expect(await balance()).toBe(0);
    const context = await merchant();
    const [waiting] = await listReceipts(context, "pending");
    expect(waiting).toMatchObject({ contentType: "image/png", byteSize: PNG.length });
    await approveReceipt(context, waiting?.id ?? 0n);
    await approveReceipt(context, waiting?.id ?? 0n);
    await shop.quiet();
    expect(await balance()).toBe(47);
    expect(await mine()).toMatchObject([{ status: "approved" }]);
    expect(await listReceipts(context, "pending")).toEqual([]);
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, kind: "loyalty_receipt.approved" },
    });
    expect(lines).toMatchObject([{ actorName: "Mia Merchant" }]);
  });

  test("that is rejected gives nothing, says why, and may be sent in again", async () => {
    await takes();
    const { body } = await send();
    const context = await merchant();
    await rejectReceipt(context, BigInt(body.data.id), "The total cannot be read.");
    await shop.quiet();
    expect(await balance()).toBe(0);
    expect(await mine()).toMatchObject([
      { status: "rejected", reason: "The total cannot be read." },
    ]);
    await expect(approveReceipt(context, BigInt(body.data.id))).rejects.toMatchObject({
      code: "already_done",
    });
    expect((await send()).status).toBe(200);
  });

  test("that was approved by mistake gives back what it gave", async () => {
    await takes({ auto_approve: true });
    const { body } = await send();
    expect(body.data.status).toBe("approved");
    expect(await balance()).toBe(47);
    await rejectReceipt(await merchant(), BigInt(body.data.id), "A mistake.");
    await shop.quiet();
    expect(await balance()).toBe(0);
  });

  test("of the same retailer, day and total is refused, whoever sends it and however it is written", async () => {
    await takes({ auto_approve: true });
    expect((await send()).status).toBe(200);
    expect((await send({ file: PDF })).status).toBe(409);
    const other = await newCustomer();
    expect((await send({ retailer: " corner  SHOP " }, { of: other })).status).toBe(409);
    for (const invisible of ["\u200b", "\u00ad", "\u034f", "\ufe0f", "\u2060", "\u180e"]) {
      expect((await send({ retailer: `Corner${invisible} Shop` })).status).toBe(409);
    }
    expect((await send({ total: 23.91 })).status).toBe(200);
    expect((await send({ purchased_on: "2026-01-16" })).status).toBe(200);
    expect(await balance(other)).toBe(0);
  });

  test("that is sent in by eight requests at once is taken once", async () => {
    await takes({ auto_approve: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance()).toBe(47);
  });

  test("counts only of the retailers that the rules name", async () => {
    await takes({ auto_approve: true, retailers: ["Corner Shop"] });
    const { status, body } = await send({ retailer: "Elsewhere" });
    expect(status).toBe(422);
    expect(JSON.parse(body.data)).toEqual({
      retailer: ["The store takes receipts of: Corner Shop."],
    });
    expect((await send({ retailer: "corner shop" })).status).toBe(200);
    expect(await balance()).toBe(47);
  });

  test("is looked at where one of two rules asks for it", async () => {
    await takes({ auto_approve: true });
    await takes({ retailers: ["corner shop"] });
    expect((await send()).body.data.status).toBe("pending");
    expect((await send({ retailer: "Elsewhere" })).body.data.status).toBe("approved");
  });

  test("is not taken where no rule asks for one", async () => {
    expect((await send()).status).toBe(404);
  });

  test("is sent in and seen by its customer alone", async () => {
    await takes();
    const other = await newCustomer();
    expect((await send({}, { cid: other.cid })).status).toBe(403);
    const path = `/loyalty/customers/${customer.cid}/receipts`;
    expect((await shop.proxy(path, { cid: other.cid })).status).toBe(403);
    expect((await shop.proxy(path)).status).toBe(403);
  });

  test.each([
    ["file", { file: Buffer.from("<svg onload=alert(1)>") }],
    ["file", { file: Buffer.from("MZ a program") }],
    ["file", { file: PNG.subarray(0, -4) }],
    ["file", { file: Buffer.from(PNG).fill(0x01, 16, 24) }],
    ["file", { file: Buffer.from([0xff, 0xd8, 0xff]) }],
    ["file", { file: Buffer.from("RIFFxxxxWEBP") }],
    ["file", { file: Buffer.from("%PDF-1.4") }],
    ["file", { file: Buffer.alloc(0) }],
    ["retailer", { retailer: " " }],
    ["retailer", { retailer: "\u200b\ufe0f" }],
    ["purchased_on", { purchased_on: "2026-02-30" }],
    ["purchased_on", { purchased_on: "2999-01-01" }],
    ["purchased_on", { purchased_on: "2019-12-31" }],
    ["total", { total: 0 }],
    ["total", { total: 1.005 }],
    ["total", { total: "twelve" }],
    ["total", { total: "1e3" }],
    ["total", { total: 1_000_000 }],
  ])("with a wrong %s is refused with 422", async (field, wrong) => {
    await takes();
    const { status, body } = await send(wrong);
    expect(status).toBe(422);
    expect(Object.keys(JSON.parse(body.data))).toEqual([field]);
    expect(await mine()).toEqual([]);
  });

  test("is a file of at most 2 MiB, sent as the type that one of them has", async () => {
    await takes();
    const most = 2 * 1024 * 1024;
    const largest = Buffer.concat([
      PNG.subarray(0, 24),
      Buffer.alloc(most - 28),
      Buffer.from("IEND"),
    ]);
    expect(await send({ file: Buffer.concat([largest, PNG]) })).toMatchObject({
      status: 400,
      body: { message: "The body is larger than 2 MiB." },
    });
    // What a page of another origin may send without being asked about.
    for (const type of ["text/plain", "multipart/form-data", "application/json", ""]) {
      expect((await send({ type })).status).toBe(400);
    }
    expect((await send({ file: largest })).status).toBe(200);
  });

  test("counts among at most twenty within a day, also where nobody looks at them", async () => {
    await takes({ auto_approve: true });
    const sendOn = (day: number) =>
      send({ purchased_on: `2026-01-${String(day).padStart(2, "0")}`, total: 10 });
    for (let day = 1; day <= 20; day += 1) expect((await sendOn(day)).status).toBe(200);
    expect((await sendOn(21)).status).toBe(429);
    expect(await balance()).toBe(400);
    await shop.control("clock", { advance: "PT25H" });
    expect((await sendOn(21)).status).toBe(200);
  });

  test("waits in a line of at most twenty for one customer", async () => {
    await takes();
    for (let day = 1; day <= 20; day += 1) {
      const purchased_on = `2026-01-${String(day).padStart(2, "0")}`;
      expect((await send({ purchased_on })).status).toBe(200);
    }
    expect((await send({ purchased_on: "2026-02-01" })).status).toBe(429);
  });
});

describe("the file of a receipt", () => {
  const read = async (path: string) => fetch(`${testApp.url}${path}`);

  test("is read at a signed address alone, for ten minutes, and runs nothing", async () => {
    await takes();
    const image = BigInt((await send()).body.data.id);
    const document = BigInt((await send({ total: 5, file: PDF })).body.data.id);
    const context = await shop.context();
    const answer = await read(receiptFilePath(context, image));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": `inline; filename="receipt-${image}.png"`,
      "content-security-policy": expect.stringContaining("sandbox"),
      ...{ "x-content-type-options": "nosniff", "cache-control": "no-store" },
    });
    const saved = await read(receiptFilePath(context, document));
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment; .*\.pdf"$/);
    const path = receiptFilePath(context, image);
    const old = Math.floor(Date.now() / 1000) - 1;
    for (const wrong of [
      path.replace(`-${image}-`, `-${document}-`),
      `/receipts/receipt-${context.shop.id}-${image}-9999999999.x`,
      `/receipts/${context.mail.signer.sign(`receipt-${context.shop.id}-${image}-${old}`)}`,
      `/receipts/${context.mail.signer.sign(`${context.shop.id}-${image}`)}`,
    ]) {
      expect((await read(wrong)).status, wrong).toBe(404);
    }
  });

  test("is handed on with all that is kept about its customer, file and all", async () => {
    await takes();
    await send();
    await deliverWebhook(testApp, shop, {
      topic: "customers/data_request",
      payload: { customer: { id: customer.cid } },
    });
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    const request = await db.prisma.complianceRequest.findFirstOrThrow({
      where: { shopId: row.id },
    });
    expect(request.result).toMatchObject({
      customer: {
        loyaltyReceipts: [
          { retailer: "Corner Shop", totalMinor: "2390", file: PNG.toString("base64") },
        ],
      },
    });
  });

  test("goes with its customer's data when they are erased, and what it gave stays", async () => {
    await takes({ auto_approve: true });
    const id = BigInt((await send()).body.data.id);
    const context = await shop.context();
    const path = receiptFilePath(context, id);
    await deliverWebhook(testApp, shop, {
      topic: "customers/redact",
      payload: { customer: { id: customer.cid } },
    });
    await shop.quiet();
    expect((await read(path)).status).toBe(404);
    const where = { shopId: context.shop.id };
    expect(await context.db.prisma.loyaltyReceipt.count({ where })).toBe(0);
    expect(await context.db.prisma.loyaltyReceiptFile.count({ where })).toBe(0);
    expect(await balance()).toBe(47);
  });
});
