import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chargeNextNow } from "#app/domain/billing/changes/charge-next-now.ts";
import { saveMailSettings } from "#app/domain/mail/settings/save-mail-settings.ts";
import { previewPriceChange } from "#app/domain/price-changes/preview-price-change.ts";
import { readPriceChange } from "#app/domain/price-changes/read-price-change.ts";
import { runPriceChange } from "#app/domain/price-changes/run-price-change.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import {
  begin,
  lastChargeOf,
  noticesOf,
  priceOf,
  statesOf,
  storeWithPlan,
  tell,
  zone,
} from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

// A merchant gives a plan's subscribers another price. The platform's own record is the judge.

let testApp: TestApp;
let storeWith: (...days: number[]) => ReturnType<typeof storeWithPlan>;

beforeAll(async () => {
  testApp = await startTestApp();
  storeWith = (...days) => storeWithPlan(testApp, ...days);
});
afterAll(() => testApp.close());

describe("a new price", () => {
  test("is told by mail, shown for charges from its day on, and charged from its day on, not before", async () => {
    const { shop, subscriptions, planId } = await storeWith(10, 45);
    const [soon, later] = subscriptions as [BilledSubscription, BilledSubscription];
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const notices = await noticesOf(shop);
    expect(notices).toHaveLength(2);
    expect(notices[0]?.text).toContain("Before: €15.00\nNew price: €18.00\nFrom: ");
    expect(notices[0]?.text).toContain("/mail/cancel/");
    // The later one's next charge has the new price; the sooner one has a charge to come before the day.
    expect([await priceOf(shop, soon), await priceOf(shop, later)]).toEqual([[1500], [1800]]);
    expect((await later.row()).nextChargeMinor).toBeGreaterThan(
      (await soon.row()).nextChargeMinor ?? 0n,
    );
    expect((await statesOf(shop, id)).toSorted()).toEqual(["told", "written"]);
    const delivery = Number((await soon.row()).deliveryMinor);
    await goTo(shop, addDays((await shop.context()).clock.now(), 11, zone));
    expect(await lastChargeOf(shop, soon)).toBe(1500 + delivery);
    // Charged on day 10, it is due again on days 24 and 38: before the day.
    expect(await priceOf(shop, soon)).toEqual([1500]);
    await goTo(shop, addDays((await shop.context()).clock.now(), 28, zone));
    expect(await lastChargeOf(shop, soon)).toBe(1500 + delivery);
    expect(await priceOf(shop, soon)).toEqual([1800]);
    await goTo(shop, addDays((await shop.context()).clock.now(), 30, zone));
    expect(await lastChargeOf(shop, soon)).toBe(1800 + delivery);
    expect(await lastChargeOf(shop, later)).toBe(1800 + delivery);
    expect(await statesOf(shop, id)).toEqual(["done", "done"]);
    expect(await noticesOf(shop)).toHaveLength(2);
    const lines = (await soon.timeline()).filter(({ kind }) => kind === "billing.price_changed");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.message).toContain("from 15.00 EUR to 18.00 EUR");
  });

  test("is not charged for a charge that is brought forward to before its day, and comes with the one after", async () => {
    const { shop, subscriptions, planId } = await storeWith(10);
    const [own] = subscriptions as [BilledSubscription];
    await begin(shop, planId, 5, { fixedMinor: 1200, noticeDays: 0 });
    await tell(shop);
    expect(await priceOf(shop, own)).toEqual([1200]);
    const { id, nextBillingAt, deliveryMinor } = await own.row();
    await chargeNextNow(await shop.context(), { subscriptionId: id, from: nextBillingAt as Date });
    await shop.quiet();
    expect(await lastChargeOf(shop, own)).toBe(1500 + Number(deliveryMinor));
    // The next one is due in two weeks.
    expect(await priceOf(shop, own)).toEqual([1200]);
    await goTo(shop, addDays((await shop.context()).clock.now(), 15, zone));
    expect(await lastChargeOf(shop, own)).toBe(1200 + Number(deliveryMinor));
  });

  test("is written also when another change of the contract comes between; a charge before its day waits for the old price", async () => {
    const { shop, subscriptions, planId } = await storeWith(45);
    const [own] = subscriptions as [BilledSubscription];
    const message = "Not now";
    const refuse = (code: string) =>
      shop.control("refuse-next", { operation: "subscriptionDraftCommit", code, message });
    await refuse("STALE_CONTRACT");
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    expect(await priceOf(shop, own)).toEqual([1800]);
    expect(await statesOf(shop, id)).toEqual(["written"]);
    const { id: subscriptionId, nextBillingAt, deliveryMinor } = await own.row();
    const charge = async () =>
      chargeNextNow(await shop.context(), { subscriptionId, from: nextBillingAt as Date });
    await refuse("HAS_FUTURE_EDITS");
    await expect(charge()).rejects.toMatchObject({ code: "platform_refused" });
    await shop.quiet();
    expect(await own.charges()).toEqual([]);
    expect(await statesOf(shop, id)).toEqual(["written"]);
    await charge();
    await shop.quiet();
    expect(await lastChargeOf(shop, own)).toBe(1500 + Number(deliveryMinor));
  });

  test("in percent rounds half a cent up, on each line of the plan alone", async () => {
    const { shop, planId, platformPlanId } = await storeWith();
    const due = addDays((await shop.context()).clock.now(), 45, zone);
    const own = await billedSubscription(shop, {
      ...{ kind: "product", plan_id: platformPlanId, price: "14.90", next_billing_date: due },
      quantity: 2,
    });
    // The form counts from the pieces, because each of them is rounded.
    expect(await previewPriceChange(await shop.context(), planId)).toMatchObject({
      prices: [{ priceMinor: 2980, pieces: [{ priceMinor: 1490, quantity: 2 }], count: 1 }],
    });
    await begin(shop, planId, 40, { fixedMinor: null, percentHundredths: 1250 });
    await tell(shop);
    // 14.90 and 12.5 % are 16.7625.
    expect(await priceOf(shop, own)).toEqual([1676]);
  });

  test("that is lower comes without notice, and its mail asks nobody to cancel", async () => {
    const { shop, subscriptions, planId } = await storeWith(3);
    const [own] = subscriptions as [BilledSubscription];
    const { id } = await begin(shop, planId, 0, { fixedMinor: 1200, noticeDays: 0 });
    await tell(shop);
    expect(await priceOf(shop, own)).toEqual([1200]);
    expect(await statesOf(shop, id)).toEqual(["done"]);
    const [mail] = await noticesOf(shop);
    expect(mail?.text).toContain("Before: €15.00\nNew price: €12.00\nFrom: ");
    expect(mail?.text).not.toContain("cancel");
  });

  test("that is higher waits for fourteen days at least, whatever the merchant has chosen", async () => {
    const { shop, subscriptions, planId } = await storeWith(3);
    const [own] = subscriptions as [BilledSubscription];
    for (const soon of [{ noticeDays: 0 }, { noticeDays: 14 }]) {
      await expect(begin(shop, planId, 14, soon)).rejects.toMatchObject({
        fields: { day: [expect.stringContaining("14 full days")] },
      });
    }
    const lower = { fixedMinor: 1200, termsNote: "Other terms", noticeDays: 0 };
    await expect(begin(shop, planId, 14, lower)).rejects.toMatchObject({ code: "invalid_input" });
    await begin(shop, planId, 15, { noticeDays: 0 });
    await tell(shop);
    expect(await priceOf(shop, own)).toEqual([1500]);
    const delivery = Number((await own.row()).deliveryMinor);
    await goTo(shop, addDays((await shop.context()).clock.now(), 4, zone));
    expect(await lastChargeOf(shop, own)).toBe(1500 + delivery);
    expect(await priceOf(shop, own)).toEqual([1800]);
  });
});

describe("nobody pays more", () => {
  test("who has no address, or whose mail is refused: they keep their price, and the list says why", async () => {
    const { shop, subscriptions, planId } = await storeWith(45, 45);
    const [silent, bounced] = subscriptions as [BilledSubscription, BilledSubscription];
    const { db, shop: row } = await shop.context();
    const setMail = async ({ cid }: BilledSubscription, email: string | null) => {
      const key = { shopId: row.id, platformCustomerId: BigInt(cid) };
      await db.prisma.customer.update({
        where: { shopId_platformCustomerId: key },
        data: { email },
      });
    };
    const address = `person-${uniqueNumber()}@example.com`;
    await shop.control("mailbox/refuse", { address, answer: "permanent" });
    await setMail(silent, null);
    await setMail(bounced, address);
    const preview = await previewPriceChange(await shop.context(), planId);
    expect(preview).toMatchObject({ withoutEmail: 1 });
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    await goTo(shop, addDays((await shop.context()).clock.now(), 50, zone));
    for (const state of await statesOf(shop, id)) expect(state).toMatch(/^left: .*told/);
    expect([await priceOf(shop, silent), await priceOf(shop, bounced)]).toEqual([[1500], [1500]]);
  });

  test("before the days of notice are over, when the mail has left late", async () => {
    const { shop, subscriptions, planId } = await storeWith(35, 45);
    const [own, later] = subscriptions as [BilledSubscription, BilledSubscription];
    const { id } = await begin(shop, planId, 31);
    await tell(shop);
    expect(await priceOf(shop, own)).toEqual([1800]);
    const { db, shop: row, clock } = await shop.context();
    // As if the mail server had been away for ten days.
    await db.prisma.mail.updateMany({
      where: { shopId: row.id, kind: "price_change" },
      data: { sentAt: addDays(clock.now(), 10, zone) },
    });
    const delivery = Number((await own.row()).deliveryMinor);
    await goTo(shop, addDays(clock.now(), 36, zone));
    expect(await lastChargeOf(shop, own)).toBe(1500 + delivery);
    expect(await priceOf(shop, own)).toEqual([1800]);
    // The day that was meant is over, and the day that holds for them is not.
    expect(await statesOf(shop, id)).toEqual(["written", "written"]);
    const { id: subscriptionId, nextBillingAt } = await later.row();
    await chargeNextNow(await shop.context(), { subscriptionId, from: nextBillingAt as Date });
    await shop.quiet();
    expect(await lastChargeOf(shop, later)).toBe(1500 + delivery);
  });

  test("because the merchant has switched the notice off: it is sent all the same", async () => {
    const { shop, planId } = await storeWith(45);
    const daysBefore = { upcoming_renewal: 3, trial_ending: 3, card_expiring: 30 };
    const input = { color: "#000000", kindsOff: ["price_change"], texts: {}, daysBefore };
    await saveMailSettings(await shop.context(), { version: "new", input });
    await begin(shop, planId, 40);
    await tell(shop);
    expect(await noticesOf(shop)).toHaveLength(1);
  });
});

describe("each subscriber is told once and changed once", () => {
  test("when four workers run every batch at once, and one has died in the middle", async () => {
    const { shop, subscriptions, planId } = await storeWith(45, 45, 45, 45, 45, 45);
    const { id } = await begin(shop, planId, 40);
    const context = await shop.context();
    await Promise.all(
      [1, 2, 3, 4].map(() => runPriceChange(context, { priceChangeId: id, pass: 1, batch: 0 })),
    );
    await tell(shop);
    // As if the worker had died after it had written some of them, and before it could say so.
    await context.db.pool.query(
      `UPDATE price_change_rows SET state = 'writing', pass = 1 WHERE shop_id = $1 AND subscription_id IN (
         SELECT subscription_id FROM price_change_rows WHERE shop_id = $1 AND price_change_id = $2 LIMIT 3)`,
      [String(context.shop.id), String(id)],
    );
    await goTo(shop, addDays(context.clock.now(), 41, zone));
    expect(await statesOf(shop, id)).toEqual(Array.from({ length: 6 }, () => "done"));
    for (const one of subscriptions) expect(await priceOf(shop, one)).toEqual([1800]);
    expect(await noticesOf(shop)).toHaveLength(6);
  });

  test("and a price in percent is not counted twice", async () => {
    const { shop, subscriptions, planId } = await storeWith(45);
    const [own] = subscriptions as [BilledSubscription];
    const { id } = await begin(shop, planId, 40, { fixedMinor: null, percentHundredths: 1000 });
    await tell(shop);
    const { db, shop: row, clock } = await shop.context();
    await db.prisma.priceChangeRow.updateMany({
      where: { shopId: row.id, priceChangeId: id },
      data: { state: "writing" },
    });
    await goTo(shop, addDays(clock.now(), 41, zone));
    expect(await priceOf(shop, own)).toEqual([1650]);
  });
});

describe("a subscriber is left with the reason", () => {
  test("when somebody has changed the price otherwise since", async () => {
    const { shop, subscriptions, planId } = await storeWith(10);
    const [own] = subscriptions as [BilledSubscription];
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const { platform, clock } = await shop.context();
    const contract = await platform.getContract(own.contractId);
    const prices = [{ lineGid: contract?.lines[0]?.lineGid ?? "", priceMinor: 999 }];
    const change = { kind: "set_prices", prices, currency: "EUR", nextBillingAt: null } as const;
    const { draftId } = await platform.draftContractChange(own.contractId, change);
    await platform.commitContractChange(draftId, own.contractId);
    await shop.quiet();
    await goTo(shop, addDays(clock.now(), 70, zone));
    expect(await statesOf(shop, id)).toEqual([
      expect.stringMatching(/^left: Its price was changed/),
    ]);
    expect(await priceOf(shop, own)).toEqual([999]);
  });

  test("when it has another plan since; a change of that plan is for it, too", async () => {
    const { shop, subscriptions, planId, platformPlanId } = await storeWith(10, 60);
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const { db, platform, clock, shop: row } = await shop.context();
    const groups = await platform.listPlanGroups();
    const plan = groups.flatMap(({ plans }) => plans).find((one) => one.planId !== platformPlanId);
    if (!plan) throw new Error("The seed has one plan alone.");
    for (const { contractId } of subscriptions) {
      const terms = await platform.getContractTerms(contractId);
      const lineGid = terms?.contract.lines[0]?.lineGid ?? "";
      const draftId = await platform.draftTerms(contractId, {
        ...{ revisionId: terms?.contract.revisionId ?? "", currency: "EUR", interval: null },
        ...{ nextBillingAt: null, delivery: null },
        lines: [{ lineGid, plan: { planId: plan.planId, name: plan.name } }],
      });
      await platform.commitContractChange(draftId, contractId);
    }
    await shop.quiet();
    const [own] = subscriptions as [BilledSubscription];
    // The first one is charged until its next charge is after the day.
    for (const day of [11, 25, 39]) await goTo(shop, addDays(clock.now(), day, zone));
    const states = () => statesOf(shop, id);
    expect(await states()).toEqual([expect.stringMatching(/^left: It has another/), "written"]);
    expect(await priceOf(shop, own)).toEqual([1500]);
    const found = await db.prisma.plan.findFirstOrThrow({
      where: { shopId: row.id, platformPlanId: BigInt(plan.planId) },
    });
    const other = await begin(shop, found.id, 40);
    expect(await readPriceChange(await shop.context(), other.id)).toMatchObject({ rowCount: 2 });
    expect((await states())[1]).toMatch(/^left: It has another plan now/);
  });

  test("when it was canceled before, also by the link of the notice: which only asks until it is pressed", async () => {
    const { shop, subscriptions, planId } = await storeWith(45);
    const [own] = subscriptions as [BilledSubscription];
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const [notice] = await noticesOf(shop);
    const url = notice?.text.match(/https?:\S+\/mail\/cancel\/\S+/)?.[0] ?? "";
    const page = await callJson(url);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<form method="post">');
    expect((await own.row()).status).toBe("active");
    for (let times = 0; times < 2; times += 1) {
      const done = await callJson(url, { method: "POST" });
      expect(done.status).toBe(200);
      expect(done.body).toContain("is canceled");
    }
    expect((await own.row()).status).toBe("cancelled");
    await goTo(shop, addDays((await shop.context()).clock.now(), 41, zone));
    expect(await statesOf(shop, id)).toEqual(["left: It was canceled before."]);
  });

  test.each(["", "cancel-1-1.x", "9-9.AAAA"])("a made-up link, %j, is not found", async (token) => {
    const answer = await callJson(`${testApp.url}/mail/cancel/${token}`, { method: "POST" });
    expect(answer.status).toBe(404);
  });

  test("and the link for fewer mails cancels nothing", async () => {
    const { shop } = await storeWith(45);
    const context = await shop.context();
    const token = context.mail.signer.sign(`${context.shop.id}-1`);
    expect((await callJson(`${testApp.url}/mail/cancel/${token}`)).status).toBe(404);
  });
});

describe("a merchant", () => {
  test("stops it before its day: everybody keeps their price, and who was told is told so", async () => {
    const { shop, subscriptions, planId } = await storeWith(10, 45);
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    await Promise.all([1, 2].map(async () => stopPriceChange(await shop.context(), id)));
    await shop.quiet();
    for (const one of subscriptions) expect(await priceOf(shop, one)).toEqual([1500]);
    expect(await statesOf(shop, id)).toEqual(["stopped", "stopped"]);
    const kept = (await noticesOf(shop)).filter(({ subject }) => subject.endsWith("as it is"));
    expect(kept).toHaveLength(2);
    expect(kept[0]?.text).toContain("€15.00");
    await goTo(shop, addDays((await shop.context()).clock.now(), 60, zone));
    for (const one of subscriptions) expect(await priceOf(shop, one)).toEqual([1500]);
    const again = await begin(shop, planId, 40);
    expect(again.outcome).toBe("started");
  });

  test("stops it while the platform refuses to take an old price again: the others have theirs, and it is tried once more", async () => {
    const { shop, subscriptions, planId } = await storeWith(45, 45, 45);
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const { db, shop: row, clock } = await shop.context();
    await shop.control("refuse-next", {
      ...{ operation: "subscriptionDraftCommit", code: "HAS_FUTURE_EDITS", message: "Not now" },
    });
    await stopPriceChange(await shop.context(), id);
    await shop.quiet();
    expect((await statesOf(shop, id)).toSorted()).toEqual(["stopped", "stopped", "written"]);
    // As if its lease had ended.
    await db.prisma.priceChangeRow.updateMany({
      where: { shopId: row.id },
      data: { claimedAt: null },
    });
    await goTo(shop, new Date(clock.now().getTime() + 5 * 60_000));
    expect(await statesOf(shop, id)).toEqual(["stopped", "stopped", "stopped"]);
    for (const one of subscriptions) expect(await priceOf(shop, one)).toEqual([1500]);
  });

  test("cannot stop it once its day has come", async () => {
    const { shop, planId } = await storeWith(45);
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    await goTo(shop, addDays((await shop.context()).clock.now(), 41, zone));
    await expect(stopPriceChange(await shop.context(), id)).rejects.toMatchObject({
      code: "change_refused",
    });
  });

  test("starts another one after its day, although paused subscriptions have not got the first", async () => {
    const { shop, subscriptions, planId } = await storeWith(10, 45);
    const { id } = await begin(shop, planId, 40);
    await tell(shop);
    const { platform, clock } = await shop.context();
    for (const { contractId } of subscriptions)
      await platform.pauseContract(contractId, "merchant");
    await shop.quiet();
    await goTo(shop, addDays(clock.now(), 41, zone));
    expect((await statesOf(shop, id)).toSorted()).toEqual(["told", "written"]);
    const again = await begin(shop, planId, 40, { fixedMinor: 2000 });
    expect(await readPriceChange(await shop.context(), again.id)).toMatchObject({ rowCount: 2 });
    expect((await statesOf(shop, id)).toSorted()).toEqual([
      "done",
      expect.stringMatching(/^left: Another change/),
    ]);
  });

  test("sees who pays in another currency, before and after: they are left out, and their row says why", async () => {
    const { shop, planId, platformPlanId } = await storeWithPlan(testApp, 45);
    await shop.act("currencies", { rates: { JPY: 160 } });
    const inYen = { kind: "product", plan_id: platformPlanId, price: "2400", currency: "JPY" };
    const subscription = await billedSubscription(shop, inYen);
    expect(await previewPriceChange(await shop.context(), planId)).toMatchObject({
      ...{ total: 1, inOtherCurrencies: 1 },
    });
    const { id } = await begin(shop, planId, 40, { fixedMinor: null, percentHundredths: 1000 });
    await tell(shop);
    expect((await statesOf(shop, id)).toSorted()).toEqual([
      expect.stringMatching(/^left: .*JPY.*EUR/),
      "written",
    ]);
    expect(await priceOf(shop, subscription)).toEqual([2400]);
  });

  test("sends a request twice and starts one change; two for one plan at once are one", async () => {
    const { shop, planId } = await storeWith(45);
    const key = crypto.randomUUID();
    const first = await begin(shop, planId, 40, { key });
    expect(await begin(shop, planId, 40, { key })).toEqual({ outcome: "repeated", id: first.id });
    await expect(begin(shop, planId, 40, { key, fixedMinor: 1700 })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    await expect(begin(shop, planId, 50)).rejects.toMatchObject({ code: "change_refused" });
    const other = await storeWith(45);
    const both = await Promise.allSettled([1, 2].map(() => begin(other.shop, other.planId, 40)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await readPriceChange(await shop.context(), first.id)).toMatchObject({ rowCount: 1 });
    await expect(readPriceChange(await other.shop.context(), first.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test.each([
    ["day", { day: "2027-02-30" }],
    ["day", { day: "2020-01-01" }],
    ["noticeDays", { noticeDays: -1 }],
    ["noticeDays", { noticeDays: 1.5 }],
    ["price", { fixedMinor: 0 }],
    ["price", { fixedMinor: 1.5 }],
    ["percent", { fixedMinor: null, percentHundredths: 0 }],
    ["percent", { fixedMinor: null, percentHundredths: -10_000 }],
    ["percent", { fixedMinor: 1800, percentHundredths: 100 }],
  ])("is told of a wrong %s", async (field, wrong) => {
    const { shop, planId } = await storeWith();
    await expect(begin(shop, planId, 40, wrong)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
  });
});
