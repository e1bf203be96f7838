import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { answerChange } from "#app/domain/price-changes/consent/answer-change.ts";
import { findAskedOf } from "#app/domain/price-changes/consent/find-asked.ts";
import { previewPriceChange } from "#app/domain/price-changes/preview-price-change.ts";
import {
  listPriceChangeLines,
  readPriceChange,
} from "#app/domain/price-changes/read-price-change.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, goTo } from "#tests/support/billed-subscription.ts";
import {
  begin,
  priceOf,
  statesOf,
  storeWithPlan,
  tell,
  zone,
} from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

// What stays of a price change that was stopped, and what the next one of its plan has to wait for.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function stop(shop: TestShop, id: bigint): Promise<void> {
  await stopPriceChange(await shop.context(), id);
  await shop.quiet();
}

async function say(
  shop: TestShop,
  changeId: bigint,
  own: BilledSubscription,
  answer: "agreed" | "declined",
): Promise<void> {
  const ids = { changeId, subscriptionId: (await own.row()).id };
  const asked = await findAskedOf(await shop.context(), ids);
  if (!asked) throw new Error("Nobody was asked.");
  await answerChange(asked, answer);
  await shop.quiet();
}

describe("a stopped price change", () => {
  test("still says who had been told, agreed, declined, not answered, and had the new price", async () => {
    const { shop, subscriptions, planId } = await storeWithPlan(testApp, 45, 45, 45, 45);
    const [yes, no, , gone] = subscriptions as [
      BilledSubscription,
      BilledSubscription,
      BilledSubscription,
      BilledSubscription,
    ];
    const { db, shop: row } = await shop.context();
    await db.prisma.customer.update({
      where: {
        shopId_platformCustomerId: { shopId: row.id, platformCustomerId: BigInt(gone.cid) },
      },
      data: { email: null },
    });
    const { id } = await begin(shop, planId, 40, { silence: "keeps" });
    await tell(shop);
    await say(shop, id, yes, "agreed");
    await say(shop, id, no, "declined");
    expect(await priceOf(shop, yes)).toEqual([1800]);
    const before = await readPriceChange(await shop.context(), id);
    expect(before).toMatchObject({ toldCount: 3, changedBeforeStop: null });
    await stop(shop, id);
    expect(await priceOf(shop, yes)).toEqual([1500]);
    const context = await shop.context();
    expect(await readPriceChange(context, id)).toMatchObject({
      ...{ rowCount: 4, toldCount: 3, changedBeforeStop: 1, isAtWork: false },
      ...{ waitingForOldPrice: 0, answers: { agreed: 1, declined: 1, asked: 1, none: 0 } },
    });
    const page = { limit: 10, offset: 0 };
    const changed = await listPriceChangeLines(context, id, { hadNewPrice: true }, page);
    expect(changed.lines).toMatchObject([{ state: "stopped", stoppedFrom: "written" }]);
    expect(await listPriceChangeLines(context, id, { isTold: true }, page)).toMatchObject({
      total: 3,
    });
  });

  test("counts nobody as told whose email was held back", async () => {
    const { shop, subscriptions, planId } = await storeWithPlan(testApp, 45);
    const [own] = subscriptions as [BilledSubscription];
    const address = `person-${uniqueNumber()}@example.com`;
    await shop.control("mailbox/refuse", { address, answer: "temporary" });
    const { db, shop: row } = await shop.context();
    await db.prisma.customer.update({
      where: { shopId_platformCustomerId: { shopId: row.id, platformCustomerId: BigInt(own.cid) } },
      data: { email: address },
    });
    const { id } = await begin(shop, planId, 40);
    await shop.quiet({ mayFail: true });
    await stop(shop, id);
    expect(await readPriceChange(await shop.context(), id)).toMatchObject({
      ...{ toldCount: 0, changedBeforeStop: 0 },
    });
  });
});

describe("the next price change of the plan", () => {
  test("waits for a change whose day is to come, and for a stop that has not ended with everybody; then it starts, and leaves out who has no old price yet", async () => {
    const { shop, subscriptions, planId } = await storeWithPlan(testApp, 45, 45);
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const preview = async () => previewPriceChange(await shop.context(), planId);
    expect((await preview()).obstacle).toMatchObject({ changeId: id, kind: "to_come" });
    await shop.control("refuse-next", {
      ...{ operation: "subscriptionDraftCommit", code: "HAS_FUTURE_EDITS", message: "Not now" },
    });
    await stop(shop, id);
    expect((await statesOf(shop, id)).toSorted()).toEqual(["stopped", "written"]);
    expect(await preview()).toMatchObject({
      ...{ obstacle: { changeId: id, kind: "stopping", openCount: 1 }, leftOut: 1 },
    });
    expect(await readPriceChange(await shop.context(), id)).toMatchObject({ isAtWork: true });
    await expect(begin(shop, planId, 40)).rejects.toMatchObject({
      ...{ code: "change_refused", message: expect.stringContaining("in a few minutes") },
    });
    // As if it had been refused each time that the stop has tried it.
    const { db, shop: row, clock } = await shop.context();
    const where = { shopId: row.id, priceChangeId: id, state: "written" };
    const { subscriptionId } = await db.prisma.priceChangeRow.findFirstOrThrow({ where });
    await db.prisma.priceChangeRow.updateMany({ where, data: { pass: 5, claimedAt: null } });
    expect(await readPriceChange(await shop.context(), id)).toMatchObject({
      ...{ isAtWork: false, waitingForOldPrice: 1, changedBeforeStop: 2, toldCount: 2 },
    });
    expect(await preview()).toMatchObject({ obstacle: null, leftOut: 1, total: 2 });
    const next = await begin(shop, planId, 40, { fixedMinor: 2000 });
    await tell(shop);
    expect((await statesOf(shop, next.id)).toSorted()).toEqual([
      expect.stringMatching(/^left: It has not got its old price back/),
      "written",
    ]);
    await goTo(shop, addDays(clock.now(), 41, zone));
    for (const one of subscriptions) {
      const isLeftOut = (await one.row()).id === subscriptionId;
      await billSubscription(await shop.context(), (await one.row()).id);
      expect(await priceOf(shop, one)).toEqual([isLeftOut ? 1500 : 2000]);
    }
    expect(await statesOf(shop, id)).toEqual(["stopped", "stopped"]);
  });
});

test("a notice of which nobody knows whether it came raises no price, cancels nobody, and does not count as told", async () => {
  for (const silence of ["agrees", "cancels"] as const) {
    const { shop, subscriptions, planId } = await storeWithPlan(testApp, 45);
    const [own] = subscriptions as [BilledSubscription];
    const { db, shop: row, clock } = await shop.context();
    const { id } = await begin(shop, planId, 40, { silence });
    await shop.quiet();
    await db.prisma.mail.updateMany({
      where: { shopId: row.id, causeKey: { startsWith: "price_change:" } },
      data: { state: "unknown", sentAt: null },
    });
    await goTo(shop, addDays(clock.now(), 42, zone));
    expect(await statesOf(shop, id)).toEqual([expect.stringMatching(/^left: .*not known/)]);
    expect(await priceOf(shop, own)).toEqual([1500]);
    expect((await own.row()).status).toBe("active");
    expect(await readPriceChange(await shop.context(), id)).toMatchObject({ toldCount: 0 });
  }
});
