import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { mailSubscriber } from "#app/domain/notices/mail-subscriber.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a shopper has changed by themselves comes back to them as a receipt.

const zone = "Pacific/Auckland";
let testApp: TestApp;
let shop: TestShop;
let planId: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  const plans = groups.find(({ name }) => name === "Plants by post")?.plans ?? [];
  planId = plans.find(({ name }) => name.startsWith("Every 4 weeks"))?.planId ?? 0;
});
afterAll(() => testApp.close());

/** Three pots, due in ten days. */
async function herbs(): Promise<BilledSubscription> {
  const next_billing_date = addDays((await shop.context()).clock.now(), 10, zone);
  const kind = "product";
  return billedSubscription(shop, { kind, plan_id: planId, price: undefined, next_billing_date });
}

const look = async ({ cid, contractId }: BilledSubscription): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

async function change(own: BilledSubscription, body: object): Promise<void> {
  const { cid, contractId } = own;
  const answer = await shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** The lines of the tables of all receipts, newest first. */
async function receipts(): Promise<string[][]> {
  await runSubscriber(await shop.context(), mailSubscriber);
  await shop.quiet();
  const mails = (await readMailbox(shop)).filter(({ subject }) =>
    subject.startsWith("Your change to"),
  );
  return mails.map(({ text }) => text.split("\n").filter((line) => /^[A-Z][a-z ]+: /.test(line)));
}

const english = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: zone });
const dueOf = async (own: BilledSubscription) => (await own.row()).nextBillingAt as Date;

describe("a customer gets a receipt by mail", () => {
  test("of a skipped charge, with the date and amount of the one after it: once, however often it is asked for", async () => {
    const own = await herbs();
    const before = await receipts();
    const due = await dueOf(own);
    const { charge_at } = await look(own);
    await Promise.all([1, 2].map(() => change(own, { action: "skip", charge_at })));
    const [receipt, ...others] = await receipts();
    expect(receipt).toEqual([
      "Plan: Every 4 weeks, 10% off",
      "What was changed: One charge skipped",
      `Skipped charge: ${english.format(due)}`,
      `Next charge: ${english.format(addDays(due, 28, zone))}`,
      "Amount: €18.31",
    ]);
    expect(others).toEqual(before);
    // A cursor that was lost: all events come again.
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id, subscriber: "mails" };
    await db.prisma.eventCursor.updateMany({ where, data: { lastId: 0n } });
    expect(await receipts()).toHaveLength(before.length + 1);
  });

  test("of a charge that was moved, from which day and to which", async () => {
    const own = await herbs();
    const due = await dueOf(own);
    const { charge_at } = await look(own);
    const to = addDays(due, 3, zone);
    const body = { action: "move", charge_at, day: formatDate(to, zone) };
    await change(own, body);
    const before = await receipts();
    await change(own, body);
    const after = await receipts();
    expect(after).toEqual(before);
    expect(after[0]).toEqual([
      "Plan: Every 4 weeks, 10% off",
      "What was changed: The date of the next charge",
      `Before: ${english.format(due)}`,
      `Next charge: ${english.format(to)}`,
      "Amount: €18.31",
    ]);
  });

  test("of another quantity, with its new amount", async () => {
    const own = await herbs();
    const { revision, choices } = await look(own);
    const { line_id } = choices.lines[0];
    await change(own, { action: "change_quantity", revision, line_id, quantity: 3 });
    const [receipt] = await receipts();
    expect(receipt?.slice(1)).toEqual([
      "What was changed: The quantity",
      "Product: Kitchen herb trio (Three pots)",
      ...["Before: 1", "Now: 3"],
      `Next charge: ${english.format(await dueOf(own))}`,
      "Amount: €45.13",
    ]);
  });

  test("of another frequency, under the name of the plan that they have now", async () => {
    const own = await herbs();
    const { revision, choices } = await look(own);
    const { plan_id } = choices.frequencies[1];
    await change(own, { action: "change_frequency", revision, plan_id });
    const [receipt] = await receipts();
    expect(receipt).toEqual([
      "Plan: Every 8 weeks, 5% off",
      "What was changed: The frequency",
      ...["Before: Every 4 weeks, 10% off", "Now: Every 8 weeks, 5% off"],
      `Next charge: ${english.format(await dueOf(own))}`,
      "Amount: €19.06",
    ]);
  });

  test("of another address, without the address", async () => {
    const own = await herbs();
    const { revision } = await look(own);
    const address = {
      ...{ first_name: "Ada", last_name: "Lovelace", address1: "Neue Straße 3", address2: "" },
      ...{ city: "Berlin", zip: "10115", province_code: "", country_code: "DE", phone: "" },
    };
    await change(own, { action: "change_address", revision, address });
    const [receipt] = await receipts();
    expect(receipt?.[1]).toBe("What was changed: The delivery address");
    const [mail] = await readMailbox(shop);
    expect(mail?.text).toContain("If this was not you");
    expect(mail?.html).not.toContain("Neue Straße");
  });

  test("not of what the merchant does", async () => {
    const own = await herbs();
    const before = await receipts();
    const context = await shop.context();
    const { id } = await own.row();
    await skipNextCharge(context, { subscriptionId: id, dueAt: await dueOf(own) });
    expect(await receipts()).toEqual(before);
  });
});
