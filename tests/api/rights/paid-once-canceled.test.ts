import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { expectEnd, later, pass } from "#tests/support/gold-time.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Each paid day gives rights once, also where a membership is canceled while nothing is paid.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const CANCELLATIONS: Record<string, (who: GoldMember) => Promise<unknown>> = {
  "by its owner": async ({ shop, cid, contractId }) => {
    const body = { idempotency_key: randomUUID() };
    const answer = await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ ends_on: null });
  },
  "over the API": (who) => asMerchant(who, "cancel"),
  "on the platform": async ({ shop, contractId }) =>
    (await shop.context()).platform.cancelContract(contractId, "merchant"),
};

const GAPS: Record<string, (who: GoldMember) => Promise<unknown>> = {
  "in a pause": (who) => asMerchant(who, "pause", { duration: 60 }),
  "after a pause": async (who) => {
    await asMerchant(who, "pause", { duration: 8 });
    await pass(who, 8);
  },
  "before a charge that was skipped": async (who) => {
    const { shop, cid, contractId } = who;
    const { body } = await shop.proxy(`/storefront/portal/${contractId}`, { cid });
    await asOwner(who, { action: "skip", charge_at: body.charge_at });
  },
};

describe("a cancellation in a time that nobody paid for gives no instant of rights and moves no end", () => {
  for (const [how, cancel] of Object.entries(CANCELLATIONS)) {
    for (const [where, open] of Object.entries(GAPS)) {
      test(`${how}, ${where}`, async () => {
        const who = await goldMember(testApp);
        await open(who);
        await goTo(who.shop, later(who.paidUntil, 3));
        await expectEnd(who, who.paidUntil);
        const before = (await who.row()).rights;
        await cancel(who);
        await who.shop.quiet();
        const row = await who.row();
        expect(row.status).toBe("cancelled");
        expect(row.rights ?? before).toEqual(before ?? row.rights);
        expect(await goldRights(who)).toEqual(NO_RIGHTS);
        await expectEnd(who, who.paidUntil);
        expect((await who.shop.core("/subscriptions")).body.data).toMatchObject([
          { status: "cancelled", next_billing_date: null },
        ]);
      });
    }
  }

  test("while a charge is owed, which ends with it", async () => {
    const who = await goldMember(testApp);
    await who.nextPayments(...Array(4).fill("INSUFFICIENT_FUNDS"));
    await goTo(who.shop, later(who.paidUntil, 3));
    expect(await goldRights(who)).toEqual(ALL_RIGHTS);
    await asMerchant(who, "cancel");
    expect(await goldRights(who)).toEqual(NO_RIGHTS);
    await expectEnd(who, who.paidUntil);
  });
});
