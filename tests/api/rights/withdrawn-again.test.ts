import { afterAll, beforeAll, expect, test } from "vitest";
import { listWithdrawalsToRefund } from "#app/domain/portal/withdrawal/list-to-refund.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { endedContracts, type Own } from "#tests/support/ended-contracts.ts";
import {
  ALL_RIGHTS,
  GOLD_ZONE,
  type GoldMember,
  goldBuyer,
  goldRights,
  NO_RIGHTS,
} from "#tests/support/gold-member.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { withdrawals } from "#tests/support/withdrawals.ts";

// A membership that was canceled, started again and then withdrawn from is several contracts and one purchase.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** Bought so many days ago, canceled and started again so many times. */
async function startedAgain(daysAgo: number, times: number) {
  const who = await goldBuyer(testApp, daysAgo);
  const portal = endedContracts(who.shop, GOLD_ZONE);
  let own: Own = who;
  for (let done = 0; done < times; done += 1) {
    await portal.cancel(own);
    const { status, body } = await portal.again(own, (await portal.look(own)).revision);
    expect(status, JSON.stringify(body)).toBe(200);
    own = { cid: who.cid, contractId: body.successor.contract_id };
    await goTo(who.shop, new Date((await portal.now()).getTime() + 60_000));
  }
  return { who, own };
}

const withdraw = async ({ shop }: GoldMember, own: Own) => {
  expect((await withdrawals(shop).withdraw(own)).status).toBe(200);
  await shop.quiet();
};

test.each([0, 1, 2, 3])(
  "what was paid is to be refunded and what it gave ends at once, started again %i times before",
  async (times) => {
    const { who, own } = await startedAgain(2, times);
    expect(await goldRights(who)).toEqual(ALL_RIGHTS);
    await withdraw(who, own);
    expect(await listWithdrawalsToRefund(await who.shop.context(), 10)).toMatchObject([
      { amountMinor: 1500, currency: "EUR" },
    ]);
    expect(await goldRights(who)).toEqual(NO_RIGHTS);
  },
);

test("where the right is over for the contract that was paid for, its money stays and so does what it gives", async () => {
  const { who, own } = await startedAgain(20, 1);
  await withdraw(who, own);
  expect(await listWithdrawalsToRefund(await who.shop.context(), 10)).toEqual([]);
  expect(await goldRights(who)).toMatchObject({ tag: true, points: true });
  await goTo(who.shop, addDays(who.paidUntil, 1, GOLD_ZONE));
  expect(await goldRights(who)).toEqual(NO_RIGHTS);
});
