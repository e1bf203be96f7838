import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { queueMail } from "#app/domain/mail/outbox/queue-mail.ts";
import { sendMail } from "#app/domain/mail/outbox/send-mail.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";
import { startSmtpDouble } from "./smtp-double.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
});
afterAll(() => testApp.close());

/** A customer with an address of their own. */
async function newCustomer(): Promise<{ id: bigint; email: string }> {
  const context = await shop.context();
  const [id = 0n] = await createCustomers(context, 1);
  const email = `person-${uniqueNumber()}@example.com`;
  const where = { shopId_id: { shopId: context.shop.id, id } };
  await context.db.prisma.customer.update({ where, data: { email, locale: "de-AT" } });
  return { id, email };
}

/** Queues a mail, and keeps it from the worker: each test sends its own. In a transaction that does not put jobs off. */
async function queue(customerId: bigint, causeKey: string) {
  const context = await shop.context();
  await context.db.prisma.$transaction(async (tx) => {
    await queueMail(context, tx, {
      ...{ kind: "payment_recovered", customerId, causeKey },
      data: {
        planName: "Tea & <b>more</b>",
        amount: { minor: 1250, currency: "EUR" },
        nextChargeAt: new Date("2026-12-31T23:30:00Z"),
      },
    });
    await tx.$queryRaw`
      DELETE FROM gathered_jobs g USING mails m
      WHERE g.shop_id = ${context.shop.id} AND m.shop_id = g.shop_id AND m.cause_key = ${causeKey}
        AND g.key = 'send-mail/' || m.shop_id || '/' || m.id
      RETURNING g.key`;
  });
  return readMail(causeKey);
}

async function readMail(causeKey: string) {
  const { db, shop: row } = await shop.context();
  return db.prisma.mail.findUniqueOrThrow({
    where: { shopId_causeKey: { shopId: row.id, causeKey } },
  });
}

const receivedBy = async (email: string) =>
  (await readMailbox(shop)).filter(({ to }) => to === email);

/** The store's context over another mail server. */
const over = async (transport: ShopContext["mail"]["transport"]): Promise<ShopContext> => {
  const context = await shop.context();
  return Object.create(context, { mail: { value: { ...context.mail, transport } } });
};

describe("a mail of the outbox", () => {
  test("goes to the customer from the store, in the customer's language and the store's zone, once", async () => {
    const { id, email } = await newCustomer();
    const { id: mailId } = await queue(id, "once");
    await sendMail(await shop.context(), mailId);
    await sendMail(await shop.context(), mailId);
    const received = await receivedBy(email);
    expect(received).toHaveLength(1);
    const { shop: row } = await shop.context();
    expect(received[0]).toMatchObject({
      from: `${row.name} <no-reply@perennial.example>`,
      reply_to: row.contactEmail,
      subject: "Deine Zahlung für Tea & <b>more</b> ist eingegangen",
    });
    expect(received[0]?.text).toContain("Nächste Abbuchung: 1. Jänner 2027");
    expect(received[0]?.text).toMatch(/€\s12,50/);
    expect(received[0]?.html).toContain("Tea &amp; &lt;b&gt;more&lt;/b&gt;");
    expect(received[0]?.headers.map(({ name }) => name)).not.toContain("List-Unsubscribe");
    expect(await readMail("once")).toMatchObject({ state: "sent", locale: "de-AT", data: null });
  });

  test("is made once for a cause, however many ask at the same time", async () => {
    const { id, email } = await newCustomer();
    const made = await Promise.all(Array.from({ length: 8 }, () => queue(id, "asked-often")));
    expect(new Set(made.map((mail) => mail.id)).size).toBe(1);
    const context = await shop.context();
    await Promise.all(made.map((mail) => sendMail(context, mail.id)));
    expect(await receivedBy(email)).toHaveLength(1);
  });

  test("does not exist when its cause is rolled back", async () => {
    const { id } = await newCustomer();
    const context = await shop.context();
    const failing = context.db.transaction(async (tx) => {
      await queueMail(context, tx, {
        ...{ kind: "subscription_paused", customerId: id, causeKey: "rolled-back" },
        data: { planName: "Tea", pausedUntil: null },
      });
      throw new Error("the cause did not happen");
    });
    await expect(failing).rejects.toThrow();
    const where = { shopId: context.shop.id, causeKey: "rolled-back" };
    expect(await context.db.prisma.mail.count({ where })).toBe(0);
  });

  test("is not sent to a customer without an address, nor without a mail server", async () => {
    const { id, email } = await newCustomer();
    const { id: first } = await queue(id, "no-server");
    await sendMail(await over(null), first);
    expect(await readMail("no-server")).toMatchObject({ state: "suppressed", data: null });
    const { db, shop: row } = await shop.context();
    const { id: second } = await queue(id, "no-address");
    await db.prisma.customer.update({
      where: { shopId_id: { shopId: row.id, id } },
      data: { email: null },
    });
    await sendMail(await shop.context(), second);
    expect(await readMail("no-address")).toMatchObject({
      state: "suppressed",
      reason: "The customer has no email address.",
    });
    expect(await receivedBy(email)).toEqual([]);
  });
});

describe("an address that the mail server refuses", () => {
  test("for now gets the mail later, under the same message id", async () => {
    const { id, email } = await newCustomer();
    await shop.control("mailbox/refuse", { address: email, answer: "temporary" });
    const { id: mailId, messageId } = await queue(id, "busy");
    await sendMail(await shop.context(), mailId);
    expect(await readMail("busy")).toMatchObject({ state: "queued", attempts: 1 });
    expect((await readMail("busy")).reason).toMatch(/^450 4\.2\.1/);
    const { rows } = await testApp.app.db.pool.query(
      "SELECT run_at > now() + interval '50 seconds' AS later FROM graphile_worker.jobs WHERE key = $1",
      [`send-mail/${(await shop.context()).shop.id}/${mailId}`],
    );
    expect(rows).toEqual([{ later: true }]);
    await shop.control("mailbox/refuse", { address: email, answer: null });
    await sendMail(await shop.context(), mailId);
    const [received] = await receivedBy(email);
    expect(received?.message_id).toContain(messageId);
    expect(await readMail("busy")).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("for good gets no other mail, until the customer has another address", async () => {
    const { id, email } = await newCustomer();
    await shop.control("mailbox/refuse", { address: email, answer: "permanent" });
    await sendMail(await shop.context(), (await queue(id, "gone-1")).id);
    expect(await readMail("gone-1")).toMatchObject({ state: "failed", data: null });
    await shop.control("mailbox/refuse", { address: email, answer: null });
    await sendMail(await shop.context(), (await queue(id, "gone-2")).id);
    expect(await readMail("gone-2")).toMatchObject({ state: "suppressed", attempts: 1 });
    expect(await receivedBy(email)).toEqual([]);
    const { db, shop: row } = await shop.context();
    const where = { shopId_id: { shopId: row.id, id } };
    await db.prisma.customer.update({ where, data: { email: `new-${email}` } });
    await sendMail(await shop.context(), (await queue(id, "gone-3")).id);
    expect(await receivedBy(`new-${email}`)).toHaveLength(1);
  });

  test("for good is known again in another spelling", async () => {
    const { id } = await newCustomer();
    const { db, shop: row } = await shop.context();
    const where = { shopId_id: { shopId: row.id, id } };
    const name = `person-${uniqueNumber()}`;
    const double = await startSmtpDouble({ atRecipient: "550 5.1.1 No such mailbox" });
    await db.prisma.customer.update({ where, data: { email: `${name}@müller.example` } });
    await sendMail(await over(double.transport), (await queue(id, "spelled-1")).id);
    await double.close();
    for (const email of [`${name}@xn--mller-kva.example`, `${name}@Mu\u0308ller.example`]) {
      await db.prisma.customer.update({ where, data: { email } });
      await sendMail(await shop.context(), (await queue(id, email)).id);
      expect(await readMail(email)).toMatchObject({ state: "suppressed" });
    }
  });

  test("because it knows ASCII only is not taken for a wrong one", async () => {
    const double = await startSmtpDouble({ atRecipient: "553 5.6.7 Needs SMTPUTF8" });
    const { id } = await newCustomer();
    const { db, shop: row } = await shop.context();
    const email = `jörg-${uniqueNumber()}@müller.example`;
    const where = { shopId_id: { shopId: row.id, id } };
    await db.prisma.customer.update({ where, data: { email } });
    await sendMail(await over(double.transport), (await queue(id, "ascii")).id);
    expect(await readMail("ascii")).toMatchObject({ state: "failed" });
    expect(double.recipients).toEqual([email.replace("müller", "xn--mller-kva")]);
    await sendMail(await shop.context(), (await queue(id, "ascii-2")).id);
    expect(await readMail("ascii-2")).toMatchObject({ state: "sent" });
    await double.close();
  });

  test("for its policy is not taken for a wrong one", async () => {
    const double = await startSmtpDouble({ atRecipient: "550 5.7.1 We do not know this sender" });
    const { id } = await newCustomer();
    await sendMail(await over(double.transport), (await queue(id, "policy")).id);
    expect(await readMail("policy")).toMatchObject({ state: "failed" });
    await sendMail(await shop.context(), (await queue(id, "policy-2")).id);
    expect(await readMail("policy-2")).toMatchObject({ state: "sent" });
    await double.close();
  });
});

describe("a worker that dies or is too slow", () => {
  test("before the mail's end leaves it to the next one, which sends it", async () => {
    const double = await startSmtpDouble({ atRecipient: "silence" });
    const { id, email } = await newCustomer();
    const { id: mailId } = await queue(id, "died-early");
    const dying = sendMail(await over(double.transport), mailId);
    await double.reached;
    // The next worker does not wait for the first: nobody can tell a dead one from a slow one.
    await sendMail(await shop.context(), mailId);
    await double.close();
    await dying;
    expect(await receivedBy(email)).toHaveLength(1);
    expect(await readMail("died-early")).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("and wakes up after another has taken the mail does not end its own", async () => {
    const double = await startSmtpDouble({ atRecipient: "wait" });
    const { id, email } = await newCustomer();
    const { id: mailId } = await queue(id, "woke-up");
    const slow = sendMail(await over(double.transport), mailId);
    await double.reached;
    await sendMail(await shop.context(), mailId);
    double.goOn();
    await slow;
    expect(double.ended).toBe(0);
    expect(await receivedBy(email)).toHaveLength(1);
    expect(await readMail("woke-up")).toMatchObject({ state: "sent" });
    await double.close();
  });

  test("after the mail's end leaves it unknown, and it is not sent again", async () => {
    const double = await startSmtpDouble({ atEnd: "silence" });
    const { id, email } = await newCustomer();
    const { id: mailId } = await queue(id, "died-late");
    const dying = sendMail(await over(double.transport), mailId);
    await double.reached;
    expect(await readMail("died-late")).toMatchObject({ state: "unknown" });
    await sendMail(await shop.context(), mailId);
    expect(await receivedBy(email)).toEqual([]);
    await double.close();
    await dying;
    expect(await readMail("died-late")).toMatchObject({ state: "unknown", data: null });
  });

  test("is told by an answer after the end that the mail may come again", async () => {
    const double = await startSmtpDouble({ atEnd: "451 4.3.0 Try again later" });
    const { id } = await newCustomer();
    const { id: mailId } = await queue(id, "full");
    await sendMail(await over(double.transport), mailId);
    expect(await readMail("full")).toMatchObject({ state: "queued" });
    await sendMail(await shop.context(), mailId);
    expect(await readMail("full")).toMatchObject({ state: "sent" });
    await double.close();
  });
});

test("an erased customer leaves neither a mail that waits nor a refused address", async () => {
  const { eraseCustomer } = await import("#app/domain/compliance/erase-customer.ts");
  const { id, email } = await newCustomer();
  await shop.control("mailbox/refuse", { address: email, answer: "permanent" });
  await sendMail(await shop.context(), (await queue(id, "erased-1")).id);
  const { id: waiting } = await queue(id, "erased-2");
  const context = await shop.context();
  const { db, shop: row } = context;
  const { platformCustomerId } = await db.prisma.customer.findUniqueOrThrow({
    where: { shopId_id: { shopId: row.id, id } },
  });
  const request = await db.prisma.complianceRequest.create({
    data: {
      ...{ shopId: row.id, webhookId: "erase", topic: "customers/redact", platformCustomerId },
      receivedAt: new Date(),
    },
  });
  await eraseCustomer(context, request.id);
  await sendMail(context, waiting);
  expect(await readMail("erased-2")).toMatchObject({ state: "suppressed", data: null });
  const where = { shopId: row.id, customerId: id };
  expect(await db.prisma.mailSuppression.count({ where })).toBe(0);
});
