import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { saveMailSettings } from "#app/domain/mail/settings/save-mail-settings.ts";
import { mailSubscriber } from "#app/domain/notices/mail-subscriber.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type QuietOptions, type TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "Europe/Berlin" });
});
afterAll(() => testApp.close());

async function subscriptionIdOf(of: TestShop, contractId: number): Promise<string> {
  const { db, shop: row } = await of.context();
  const { id } = await db.prisma.subscription.findUniqueOrThrow({
    where: {
      shopId_platformContractId: { shopId: row.id, platformContractId: BigInt(contractId) },
    },
  });
  return `sub_${id}`;
}

async function subjects(of = shop, quiet: QuietOptions = {}): Promise<string[]> {
  // The ledger's events wait for the minute's sweep; here they are read at once.
  await runSubscriber(await of.context(), mailSubscriber);
  await of.quiet(quiet);
  return (await readMailbox(of)).map(({ subject }) => subject);
}
const newContract = async () => {
  const { contractId, cid } = await shop.createContract({ price: "15.00", plan_name: "Tea club" });
  return { cid, id: await subscriptionIdOf(shop, contractId) };
};
const since = async (before: string[]) => {
  const after = await subjects();
  return after.slice(0, after.length - before.length);
};

describe("a customer is told by mail", () => {
  test("that a subscription was cancelled, with what stays: once, whoever asks and however often", async () => {
    const { cid, id } = await newContract();
    await shop.core(`/store-credits/${cid}/add`, { body: { amount: 12.5, reason: "Sorry" } });
    const before = await subjects();
    await shop.core(`/subscriptions/${id}/cancel`, { method: "POST" });
    await shop.core(`/subscriptions/${id}/cancel`, { method: "POST" });
    expect(await since(before)).toEqual(["Tea club is canceled"]);
    const [mail] = await readMailbox(shop);
    expect(mail?.text).toMatch(/Canceled on: /);
    expect(mail?.text).toMatch(/Store credit that you keep: €12\.50/);
    // A cursor that was lost: all events come again.
    const { db, shop: row } = await shop.context();
    await db.prisma.eventCursor.updateMany({
      where: { shopId: row.id, subscriber: "mails" },
      data: { lastId: 0n },
    });
    expect(await since(before)).toHaveLength(1);
  });

  test("of each pause, once for one day and one end, however often it is tried", async () => {
    const { id } = await newContract();
    const before = await subjects();
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 30 } });
    const pauses = async () => (await since(before)).filter((one) => one === "Tea club is paused");
    expect(await pauses()).toHaveLength(1);
    expect((await readMailbox(shop))[0]?.text).toMatch(/Paused until: /);
    await shop.core(`/subscriptions/${id}/resume`, { method: "POST" });
    for (let times = 0; times < 5; times += 1) {
      await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 30 } });
      await shop.core(`/subscriptions/${id}/resume`, { method: "POST" });
    }
    expect(await pauses()).toHaveLength(1);
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 10 } });
    expect(await pauses()).toHaveLength(2);
  });

  test("that a pause has ended, with the date and the amount of the next charge, once a day", async () => {
    const { id } = await newContract();
    const before = await subjects();
    for (let times = 0; times < 3; times += 1) {
      await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 30 } });
      await shop.core(`/subscriptions/${id}/resume`, { method: "POST" });
    }
    expect((await since(before)).toSorted()).toEqual(["Tea club continues", "Tea club is paused"]);
    const mail = (await readMailbox(shop)).find(({ subject }) => subject === "Tea club continues");
    expect(mail?.text).toMatch(/Next charge: \w+ \d+, \d{4}\nAmount: €15\.00/);
  });

  test("of a pause's new end, when it is on another day than they were told", async () => {
    const { id } = await newContract();
    const before = await subjects();
    const endOf = async () => (await readMailbox(shop))[0]?.text.match(/Paused until: (.*)/)?.[1];
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 30 } });
    expect(await since(before)).toHaveLength(1);
    const first = await endOf();
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 60 } });
    expect(await since(before)).toEqual(["Tea club is paused", "Tea club is paused"]);
    expect(await endOf()).not.toBe(first);
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 60 } });
    expect(await since(before)).toHaveLength(2);
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 30 } });
    expect(await since(before)).toHaveLength(3);
    expect(await endOf()).toBe(first);
  });

  test("of credit that was given to them, with a link to get no such mail, and not of credit taken", async () => {
    const { cid } = await newContract();
    const before = await subjects();
    await shop.core(`/store-credits/${cid}/add`, { body: { amount: 5, reason: "A gift" } });
    expect(await since(before)).toEqual(["You have received €5.00 of store credit"]);
    await shop.core(`/store-credits/${cid}/deduct`, { body: { amount: 2, reason: "A mistake" } });
    expect(await since(before)).toHaveLength(1);
    const [mail] = await readMailbox(shop);
    expect(mail?.text).toMatch(/Reason: A gift\nExpires: Never\nYour balance: €5\.00/);
    const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value;
    expect(header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    const url = header("List-Unsubscribe")?.slice(1, -1) ?? "";
    expect(mail?.html).toContain(url);

    // Looking at the link changes nothing; sending its form does, also twice and by a mail program.
    const page = await callJson(url);
    expect(page.status, url + page.body).toBe(200);
    expect(page.body).toContain('<form method="post">');
    await shop.core(`/store-credits/${cid}/add`, { body: { amount: 1, reason: "A gift" } });
    expect(await since(before)).toHaveLength(2);
    for (let times = 0; times < 2; times += 1) {
      const done = await callJson(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
      expect(done.status).toBe(200);
      expect(done.body).toContain("You still receive what is needed");
    }
    await shop.core(`/store-credits/${cid}/add`, { body: { amount: 1, reason: "A gift" } });
    expect(await since(before)).toHaveLength(2);
  });

  test("what they need, although they want no other mail", async () => {
    const { cid, id } = await newContract();
    await shop.core(`/store-credits/${cid}/add`, { body: { amount: 5, reason: "A gift" } });
    const before = await subjects();
    const [mail] = await readMailbox(shop);
    const url = mail?.headers.find(({ name }) => name === "List-Unsubscribe")?.value.slice(1, -1);
    await callJson(url ?? "", { method: "POST" });
    await shop.core(`/subscriptions/${id}/cancel`, { method: "POST" });
    expect(await since(before)).toEqual(["Tea club is canceled"]);
  });

  test("nothing of a kind that the merchant has switched off, also later", async () => {
    const other = await testApp.createShop();
    const { contractId } = await other.createContract({ price: "15.00" });
    const context = await other.context();
    const daysBefore = { upcoming_renewal: 3, trial_ending: 3, card_expiring: 30 };
    const off = { color: "#000000", kindsOff: ["subscription_paused"], texts: {}, daysBefore };
    expect(await saveMailSettings(context, { version: "new", input: off })).toEqual({
      outcome: "saved",
    });
    const id = await subscriptionIdOf(other, contractId);
    await other.core(`/subscriptions/${id}/pause`, { body: { duration: 30 } });
    expect(await subjects(other)).toEqual([]);
    expect(
      await context.db.prisma.mail.findFirst({ where: { shopId: context.shop.id } }),
    ).toMatchObject({ state: "suppressed", data: null });
  });

  test("nothing of what was before the app came", async () => {
    const old = await testApp.createShop();
    await old.control("uninstall");
    // Too far away to be told of now.
    const next_billing_date = new Date(Date.now() + 20 * 86_400_000).toISOString();
    for (const status of ["active", "paused", "cancelled"]) {
      const contract = { status, created_at: "2025-03-01T09:00:00Z", next_billing_date };
      await old.control("contracts", contract);
    }
    await old.reinstall();
    // What is near is told of at the next minute.
    await old.control("clock", { advance: "PT2M" });
    await old.quiet();
    const context = await old.context();
    expect(await context.db.prisma.subscription.count({ where: { shopId: context.shop.id } })).toBe(
      3,
    );
    expect(await subjects(old)).toEqual([]);
    const { contractId } = await old.createContract({ price: "15.00" });
    await old.core(`/subscriptions/${await subscriptionIdOf(old, contractId)}/cancel`, {
      method: "POST",
      key: await old.createKey(["core:write"]),
    });
    expect(await subjects(old)).toHaveLength(1);
  });
});

test("a mail that waits when the app is uninstalled is never sent", async () => {
  const left = await testApp.createShop();
  const { contractId, cid } = await left.createContract({ price: "15.00" });
  const context = await left.context();
  // Nobody else's: the mail server refuses an address to every store.
  const email = `person-${uniqueNumber()}@example.com`;
  const customer = { shopId: context.shop.id, platformCustomerId: BigInt(cid) };
  await context.db.prisma.customer.update({
    where: { shopId_platformCustomerId: customer },
    data: { email },
  });
  await left.control("mailbox/refuse", { address: email, answer: "temporary" });
  await left.core(`/subscriptions/${await subscriptionIdOf(left, contractId)}/pause`, {
    body: { duration: 30 },
  });
  expect(await subjects(left, { mayFail: true })).toEqual([]);
  const where = { shopId: context.shop.id };
  expect(await context.db.prisma.mail.findFirst({ where })).toMatchObject({ state: "queued" });
  await left.control("uninstall");
  await left.quiet();
  expect(await context.db.prisma.mail.findFirst({ where })).toMatchObject({
    ...{ state: "suppressed", data: null },
  });
});

test.each(["", "1-1.x", "9-9.AAAA"])("a made-up link, %j, is not found", async (token) => {
  const answer = await callJson(`${testApp.url}/mail/unsubscribe/${token}`, { method: "POST" });
  expect(answer.status).toBe(404);
});
