import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { planCharge } from "#app/domain/mail/kinds/planned-charge.ts";
import { queueMail } from "#app/domain/mail/outbox/queue-mail.ts";
import { saveMailSettings } from "#app/domain/mail/settings/save-mail-settings.ts";
import { sendReminders } from "#app/domain/notices/by-date/send-reminders.ts";
import { addDays, formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import { anyDate } from "#tests/support/any-date.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { dueIn, inDays, received, renewals, zone } from "#tests/support/mails-by-date.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const newShop = () => testApp.createShop({ timezone: zone });
const cards = (shop: TestShop) => received(shop, /card expires/);

const SETTINGS = {
  color: "#000000",
  kindsOff: [] as string[],
  texts: {},
  daysBefore: { upcoming_renewal: 3, trial_ending: 3, card_expiring: 30 },
};
async function saveSettings(shop: TestShop, change: Partial<typeof SETTINGS>): Promise<void> {
  const context = await shop.context();
  const input = { ...SETTINGS, ...change };
  expect(await saveMailSettings(context, { version: "new", input })).toEqual({ outcome: "saved" });
}

describe("a customer is told of a charge to come", () => {
  test("once, however many workers look at the same time, and however often", async () => {
    const shop = await newShop();
    for (let count = 0; count < 5; count += 1) await dueIn(shop, 2);
    const context = await shop.context();
    await Promise.all(Array.from({ length: 4 }, () => sendReminders(context)));
    await sendReminders(context);
    expect(await renewals(shop)).toHaveLength(5);
  });

  test("of its new date when it was moved, and not of one that was skipped", async () => {
    const shop = await newShop();
    const moved = await dueIn(shop, 2);
    const context = await shop.context();
    await sendReminders(context);
    const subscriptionId = (await moved.row()).id;
    const day = formatDate(await inDays(shop, 20), zone);
    await rescheduleCharge(context, { subscriptionId, from: moved.due, day });
    const skipped = await dueIn(shop, 8);
    const key = { subscriptionId: (await skipped.row()).id, dueAt: skipped.due };
    await skipNextCharge(context, key);
    await goTo(shop, await inDays(shop, 10));
    expect(await renewals(shop)).toHaveLength(1);
    await goTo(shop, await inDays(shop, 9));
    expect(await renewals(shop)).toHaveLength(2);
  });

  test("not again when it moves by hours on the same day, and with the mail that waits for it", async () => {
    const shop = await newShop();
    const moved = await dueIn(shop, 2);
    const context = await shop.context();
    await sendReminders(context);
    const hours = Number(formatDateMinute(moved.due, zone).slice(11, 13)) < 12 ? 2 : -2;
    const later = new Date(moved.due.getTime() + hours * 3_600_000);
    await context.platform.setNextBillingDate(moved.contractId, anyDate(later));
    await shop.quiet();
    expect((await moved.row()).nextBillingAt).toEqual(later);
    await sendReminders(context);
    expect(await renewals(shop)).toHaveLength(1);
  });

  test("never while it is paused, canceled or past due", async () => {
    const shop = await newShop();
    const paused = await dueIn(shop, 5);
    const canceled = await dueIn(shop, 5);
    const pastDue = await dueIn(shop, 1, { interval_name: "week" });
    await pastDue.nextPayments(...Array(10).fill("INSUFFICIENT_FUNDS"));
    await shop.core(`/subscriptions/sub_${(await paused.row()).id}/pause`, {
      body: { duration: 60 },
    });
    await shop.core(`/subscriptions/sub_${(await canceled.row()).id}/cancel`, { method: "POST" });
    await goTo(shop, await inDays(shop, 7));
    expect((await pastDue.cycles())[0]?.state).toBe("past_due");
    const told = await renewals(shop);
    // The weekly one was near before its charge failed.
    expect(told).toHaveLength(1);
  });

  test("not when it is charged every day, or every three days: a mail would come with each charge", async () => {
    const shop = await newShop();
    await dueIn(shop, 1, { interval_name: "day", interval_count: 1 });
    await dueIn(shop, 2, { interval_name: "day", interval_count: 3 });
    await goTo(shop, await inDays(shop, 5));
    expect(await renewals(shop)).toEqual([]);
  });

  test("so many days before as the store wants, also for dates that were known before; or never", async () => {
    const shop = await newShop();
    await dueIn(shop, 6);
    await goTo(shop, await inDays(shop, 1));
    expect(await renewals(shop)).toEqual([]);
    await saveSettings(shop, { daysBefore: { ...SETTINGS.daysBefore, upcoming_renewal: 7 } });
    await goTo(shop, await inDays(shop, 1));
    expect(await renewals(shop)).toHaveLength(1);

    const silent = await newShop();
    await saveSettings(silent, { kindsOff: ["upcoming_renewal"] });
    await dueIn(silent, 4);
    await goTo(silent, await inDays(silent, 6));
    expect(await renewals(silent)).toEqual([]);
  });

  test("not any more when it was moved while the mail waited", async () => {
    const shop = await newShop();
    const { row, due } = await dueIn(shop, 20);
    const { id, customerId, planName } = await row();
    const context = await shop.context();
    const chargeAt = addDays(due, -1, zone);
    await context.db.transaction((tx) =>
      queueMail(context, tx, {
        kind: "upcoming_renewal",
        customerId: customerId ?? 0n,
        causeKey: "as it was before",
        data: {
          ...{ subscriptionId: id, planName, chargeAt, creditMinor: 0 },
          amount: planCharge(context.shop, 1500, "EUR"),
        },
      }),
    );
    expect(await renewals(shop)).toEqual([]);
    const mail = await context.db.prisma.mail.findFirstOrThrow({
      where: { shopId: context.shop.id, causeKey: "as it was before" },
    });
    expect(mail).toMatchObject({
      state: "suppressed",
      reason: /moved/.exec(mail.reason ?? "")?.input,
    });
    expect(mail.reason).toMatch(/made, moved or skipped/);
  });

  test("by a chain that plans itself: one task for a morning, however many charges", async () => {
    const shop = await newShop();
    for (let count = 0; count < 4; count += 1) await dueIn(shop, 12);
    const { db, shop: row } = await shop.context();
    // The morning before the cards of fixtures end is years away.
    const dueAt = { lt: await inDays(shop, 1000) };
    const where = { shopId: row.id, kind: "send-reminders", doneAt: null, dueAt };
    expect(await db.prisma.dueTask.count({ where })).toBe(1);
    // A task that was lost is planned again by whoever looks next.
    await db.prisma.dueTask.deleteMany({ where });
    await sendReminders(await shop.context());
    expect(await db.prisma.dueTask.count({ where })).toBe(1);
    await goTo(shop, await inDays(shop, 10));
    expect(await renewals(shop)).toHaveLength(4);
  });
});

describe("a customer is told of a card that ends", () => {
  const monthOf = (date: Date) => formatDate(date, zone).slice(0, 7);

  test("once for a card and a month, however many subscriptions it pays for, before it has ended", async () => {
    const shop = await newShop();
    const far = { next_billing_date: (await inDays(shop, 300)).toISOString() };
    const first = await billedSubscription(shop, far);
    await billedSubscription(shop, far);
    const expires = monthOf(await inDays(shop, 95));
    const changed = await shop.control(`contracts/${first.contractId}/payment-method`, { expires });
    expect(changed.status).toBe(200);
    // The same customer pays a second contract by the same card.
    await shop.createContract({ cid: first.cid, ...far });
    await shop.quiet();
    const end = (await first.row()).cardExpiresAt ?? new Date(0);
    expect(formatDate(end, zone).slice(0, 7)).toBe(expires);
    await goTo(shop, addDays(end, -32, zone));
    expect(await cards(shop)).toEqual([]);
    await goTo(shop, addDays(end, -28, zone));
    const [mail, ...others] = await cards(shop);
    expect(others).toEqual([]);
    expect(mail?.text).toContain("Visa •••• 4242");
    const host = shop.domain.replace(".myshopify.com", ".localhost");
    expect(mail?.text).toContain(`http://${host}:${new URL(shop.devstoreUrl).port}/account`);
    await goTo(shop, addDays(end, 20, zone));
    expect(await cards(shop)).toHaveLength(1);
  });

  test("not when another one pays by then, nor for a paused subscription", async () => {
    const shop = await newShop();
    const far = { next_billing_date: (await inDays(shop, 300)).toISOString() };
    const expires = monthOf(await inDays(shop, 95));
    const replaced = await billedSubscription(shop, far);
    const paused = await billedSubscription(shop, far);
    for (const { contractId } of [replaced, paused]) {
      await shop.control(`contracts/${contractId}/payment-method`, { expires });
    }
    await shop.control(`contracts/${replaced.contractId}/payment-method`);
    await shop.quiet();
    const id = (await paused.row()).id;
    await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 200 } });
    await goTo(shop, await inDays(shop, 100));
    expect(await cards(shop)).toEqual([]);
  });
});
