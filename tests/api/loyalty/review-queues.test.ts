import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetLoyalty } from "#app/domain/loyalty/forget-loyalty.ts";
import {
  approveReceipt,
  countReceipts,
  getReceiptInReview,
  listReceipts,
  rejectReceipt,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import {
  approveReferral,
  countReferrals,
  listReferrals,
  rejectReferral,
} from "#app/domain/loyalty/triggers/referrals/review-referrals.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { holdReferral, sendReceipt } from "#tests/support/loyalty-queues.ts";
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
  customer = await loyalCustomer(shop);
});

const merchant = async (name: string) =>
  ({ ...(await shop.context()), actor: { kind: "merchant", name } }) as const;

const sendIn = (day: string) => sendReceipt(shop, customer, { purchasedOn: `2026-01-${day}` });

async function heldId(): Promise<bigint> {
  await holdReferral(shop, customer);
  const [held] = await listReferrals(await shop.context(), "review");
  if (!held) throw new Error("The referral does not wait.");
  return held.id;
}

describe("the queue of receipts", () => {
  beforeEach(() => makeRule(shop, { type: "upload_receipt", settings: { points_per_dollar: 1 } }));

  test("goes from the oldest to the next, and around to those that were left", async () => {
    const [one, two, three] = [await sendIn("01"), await sendIn("02"), await sendIn("03")];
    const context = await shop.context();
    const nextOf = async (id: bigint) => (await getReceiptInReview(context, id)).nextId;
    expect([await nextOf(one), await nextOf(two), await nextOf(three)]).toEqual([two, three, one]);
    await approveReceipt(context, two);
    expect(await nextOf(one)).toBe(three);
    await rejectReceipt(context, three, "Cannot be read");
    expect(await nextOf(one)).toBeNull();
    const { others } = await getReceiptInReview(context, one);
    expect(others).toEqual({ pending: 0, approved: 1, rejected: 1 });
    expect(await countReceipts(context, "pending")).toBe(1);
    const page = await listReceipts(context, "pending", { limit: 1, offset: 1 });
    expect(page).toEqual([]);
  });

  test("takes no rejection without a reason, nor with one that is too long", async () => {
    const id = await sendIn("01");
    const context = await shop.context();
    for (const reason of ["", " \u0000 ", "x".repeat(201)]) {
      await expect(rejectReceipt(context, id, reason)).rejects.toMatchObject({
        fields: { reason: [expect.any(String)] },
      });
    }
    expect(await countReceipts(context, "pending")).toBe(1);
  });

  test("lets one of two merchants decide who do so at once, and another store's none", async () => {
    const id = await sendIn("01");
    const [mia, max] = [await merchant("Mia"), await merchant("Max")];
    const answers = await Promise.allSettled([
      approveReceipt(mia, id),
      rejectReceipt(max, id, "Not ours"),
    ]);
    const { receipt } = await getReceiptInReview(mia, id);
    // A rejection also ends what was approved, so the later of them may stand.
    expect(["approved", "rejected"]).toContain(receipt.status);
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(receipt.decidedBy).toBe(receipt.status === "approved" ? "Mia" : "Max");
    const stranger = await (await testApp.createShop()).context();
    await expect(getReceiptInReview(stranger, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(rejectReceipt(stranger, id, "Mine")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the queue of referrals", () => {
  test("keeps who decided, when and why, and lists what was decided", async () => {
    const id = await heldId();
    const context = await merchant("Mia");
    expect(await listReferrals(context, "review")).toMatchObject([
      {
        ...{ id, reasons: ["own_order"], decision: null },
        advocate: { platformCustomerId: customer.cid, isErased: false },
      },
    ]);
    await expect(rejectReferral(context, id, " ")).rejects.toMatchObject({
      fields: { reason: ["Say why."] },
    });
    await rejectReferral(context, id, " Ordered for themselves ");
    expect(await countReferrals(context, "review")).toBe(0);
    expect(await listReferrals(context, "rejected")).toMatchObject([
      { id, decision: { by: "Mia", at: expect.any(Date), reason: "Ordered for themselves" } },
    ]);
  });

  test("lets one of two merchants decide who do so at once, and tells the other", async () => {
    const id = await heldId();
    const answers = await Promise.allSettled([
      approveReferral(await merchant("Mia"), id),
      rejectReferral(await merchant("Max"), id, "No friend"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "already_done" },
    });
  });

  test("forgets the reason with the customer whom it is about", async () => {
    const id = await heldId();
    const context = await shop.context();
    await rejectReferral(context, id, "Is Ada herself");
    const customerId = await customer.id();
    await context.db.transaction((tx) => forgetLoyalty(tx, context.shop.id, customerId));
    expect(await listReferrals(context, "rejected")).toMatchObject([
      { decision: { reason: null } },
    ]);
  });
});
