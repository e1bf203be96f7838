import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import {
  ALL_RIGHTS,
  asMerchant,
  asOwner,
  type GoldMember,
  goldMember,
  goldRights,
  NO_RIGHTS,
} from "#tests/support/gold-member.ts";
import { expectEnd, later, monthAfter, pass } from "#tests/support/gold-time.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Each paid day gives rights once, and only a charge begins them.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("a pause", () => {
  test("for one renewal after each charge gives no further day: a month of rights for each month that was paid", {
    meta: { slow: "It lives through two charges and two pauses, with orders." },
  }, async () => {
    const who = await goldMember(testApp, 1);
    await pass(who, 2);
    for (const round of [1, 2]) {
      const paid = monthAfter((await who.charges()).length === round ? await lastDue(who) : NEVER);
      await asOwner(who, { action: "pause", cycles: 1 });
      await expectEnd(who, paid);
      await goTo(who.shop, later(paid, -1));
      expect(await goldRights(who)).toEqual(ALL_RIGHTS);
      await goTo(who.shop, later(paid, 1));
      expect(await goldRights(who)).toEqual(NO_RIGHTS);
      await goTo(who.shop, later(paid, 6));
      const row = await who.row();
      expect(row.status).toBe("active");
      expect(await goldRights(who)).toEqual(NO_RIGHTS);
      await expectEnd(who, paid);
      await goTo(who.shop, later(row.nextBillingAt ?? NEVER, 1));
      expect(await goldRights(who)).toEqual(ALL_RIGHTS);
    }
    expect((await who.charges()).map(({ state }) => state)).toEqual(Array(3).fill("success"));
  });

  test("that is ended inside the paid time leaves its end where it was, and the next charge begins the rights again", async () => {
    const who = await goldMember(testApp);
    await asMerchant(who, "pause", { duration: 20 });
    await pass(who, 5);
    await asMerchant(who, "resume");
    expect(await goldRights(who)).toEqual(ALL_RIGHTS);
    await expectEnd(who, who.paidUntil);
    await goTo(who.shop, later(who.paidUntil, 1));
    expect(await goldRights(who)).toEqual(NO_RIGHTS);
    const { nextBillingAt } = await who.row();
    expect(nextBillingAt).toEqual(later(who.paidUntil, 5));
    await goTo(who.shop, later(who.paidUntil, 6));
    expect(await goldRights(who)).toEqual(ALL_RIGHTS);
  });

  test("that has begun again, that was made longer and that has outlasted the paid time gives nothing when it ends", async () => {
    const who = await goldMember(testApp);
    await asMerchant(who, "pause", { duration: 3 });
    await asMerchant(who, "resume");
    await asMerchant(who, "pause", { duration: 5 });
    await asMerchant(who, "pause", { duration: 40 });
    await expectEnd(who, who.paidUntil);
    await goTo(who.shop, later(who.paidUntil, 5));
    expect(await goldRights(who)).toEqual(NO_RIGHTS);
    await asMerchant(who, "resume");
    expect((await who.row()).status).toBe("active");
    expect(await goldRights(who)).toEqual(NO_RIGHTS);
    await expectEnd(who, who.paidUntil);
  });
});

const NEVER = new Date(0);
const lastDue = async (who: GoldMember) =>
  (await who.cycles()).findLast(({ state }) => state === "paid")?.dueAt ?? NEVER;

/** Gives credit of the membership's plan, which is forfeited when the contract ends. */
async function givePlanCredit(who: GoldMember) {
  const context = await who.shop.context();
  const { customerId, planId } = await who.row();
  if (!customerId || !planId) throw new Error("The contract has no customer or no plan.");
  await context.db.prisma.plan.update({
    where: { shopId_id: { shopId: context.shop.id, id: planId } },
    data: { creditForfeitOnCancel: true },
  });
  await postCredit(context, {
    ...{ customerId, planId, unit: "money", amountMinor: 1100 },
    ...{ typeCode: CREDIT_TYPES.membership, message: "Membership credit" },
  });
}

async function creditOf({ shop, customer }: GoldMember): Promise<number> {
  return (await readCreditAccount(await shop.context(), await customer.id())).availableMinor;
}

test("withdrawing from a canceled membership ends its rights and its credit at once, also after a time without rights", {
  meta: { slow: "It is paused, charged, canceled and withdrawn from, with orders." },
}, async () => {
  const who = await goldMember(testApp, 5, { created_at: new Date() });
  await givePlanCredit(who);
  await asMerchant(who, "pause", { duration: 6 });
  await pass(who, 7);
  const { shop, cid, contractId } = who;
  const { body } = await shop.proxy(`/storefront/portal/${contractId}`, { cid });
  await asOwner(who, { action: "charge_now", charge_at: body.charge_at });
  await asMerchant(who, "cancel");
  expect(await goldRights(who)).toEqual(ALL_RIGHTS);
  expect(await creditOf(who)).toBe(1100);
  await asOwner(who, { action: "withdraw" });
  await pass(who, 1);
  expect(await goldRights(who)).toEqual(NO_RIGHTS);
  expect(await creditOf(who)).toBe(0);
});

describe("a cancellation while the bank waits for its owner", () => {
  for (const [result, ended] of [
    ["AUTHENTICATION_ERROR", "ends with what was paid, once the charge has failed"],
    ["success", "ends with what that charge has paid, once it is made"],
  ] as const) {
    test(ended, async () => {
      const who = await goldMember(testApp);
      await who.nextPayments("ACTION_REQUIRED");
      await goTo(who.shop, later(who.paidUntil, 1));
      const [waiting] = await who.attempts();
      await givePlanCredit(who);
      await asMerchant(who, "cancel");
      await who.shop.act(`attempts/${waiting?.platformAttemptId}/challenge`, { result });
      await pass(who, 2);
      const isPaid = result === "success";
      expect(await goldRights(who)).toEqual(isPaid ? ALL_RIGHTS : NO_RIGHTS);
      await expectEnd(who, isPaid ? monthAfter(who.paidUntil) : who.paidUntil);
      expect(await creditOf(who)).toBe(isPaid ? 1100 : 0);
    });
  }
});
