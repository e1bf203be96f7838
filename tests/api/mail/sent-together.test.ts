import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { queueMail } from "#app/domain/mail/outbox/queue-mail.ts";
import { sendMail } from "#app/domain/mail/outbox/send-mail.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import type { Queries } from "#app/lib/db.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { startSmtpDouble } from "./smtp-double.ts";

// What is written down of mails costs a statement for all that are sent at about the same time.

let testApp: TestApp;
let context: ShopContext;
let customerIds: bigint[];

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  context = (await bareStore(testApp))("2026-03-01T12:00:00Z");
  customerIds = await createCustomers(context, 25);
});
afterAll(() => testApp.close());

type Transport = ShopContext["mail"]["transport"];
const over = (transport: Transport): ShopContext =>
  Object.create(context, { mail: { value: { ...context.mail, transport } } });

async function queueAll(cause: string, within?: (tx: Queries) => Promise<unknown>): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const [at, customerId] of customerIds.entries()) {
      await queueMail(context, tx, {
        ...{ kind: "subscription_paused", customerId, causeKey: `${cause}:${at}` },
        data: { planName: "Tea", pausedUntil: null },
      });
    }
    await within?.(tx);
  });
}

async function mailsOf(cause: string) {
  return context.db.prisma.mail.findMany({
    where: { shopId: context.shop.id, causeKey: { startsWith: `${cause}:` } },
    orderBy: { id: "asc" },
  });
}

/** How many writers the rows of a cause's mails have had last. */
async function writers(cause: string): Promise<number> {
  const { rows } = await context.db.pool.query<{ count: string }>(
    "SELECT count(DISTINCT xmin::text) FROM mails WHERE shop_id = $1 AND cause_key LIKE $2",
    [String(context.shop.id), `${cause}:%`],
  );
  return Number(rows[0]?.count);
}

test("mails of one transaction are written at its end, in the order of their causes, with a job for all", async () => {
  let during = -1;
  await queueAll("written", async (tx) => {
    during = await tx.mail.count({ where: { causeKey: { startsWith: "written:" } } });
  });
  expect(during).toBe(0);
  expect(await mailsOf("written")).toHaveLength(customerIds.length);
  const jobs = await context.db.pool.query(
    "SELECT key, priority FROM graphile_worker.jobs WHERE task_identifier = 'send-mails'",
  );
  expect(jobs.rows).toEqual([{ key: `send-mails/${context.shop.id}/all`, priority: 10 }]);
  await queueAll("written");
  expect(await mailsOf("written")).toHaveLength(customerIds.length);
});

test("mails that are sent at once go over ten connections at most, and are claimed and ended together", async () => {
  await queueAll("sent");
  const double = await startSmtpDouble({});
  const mails = await mailsOf("sent");
  await Promise.all(mails.map(({ id }) => sendMail(over(double.transport), id)));
  expect(double.ended).toBe(mails.length);
  expect(double.connections.all).toBeLessThanOrEqual(10);
  const after = await mailsOf("sent");
  expect(after.map(({ state, attempts, data }) => ({ state, attempts, data }))).toEqual(
    mails.map(() => ({ state: "sent", attempts: 1, data: null })),
  );
  expect(await writers("sent")).toBeLessThan(mails.length);
  await double.close();
});

test("one that the mail server refuses keeps no other back, and each ends as its own", async () => {
  await queueAll("refused");
  const mails = await mailsOf("refused");
  const [first, second] = mails;
  const double = await startSmtpDouble({ atSender: () => "451 4.3.0 Later" });
  const accepting = await startSmtpDouble({});
  const sendOver = (transport: Transport) => (mail: { id: bigint } | undefined) =>
    sendMail(over(transport), mail?.id ?? 0n);
  await Promise.all([
    ...[first, second].map(sendOver(double.transport)),
    ...mails.slice(2).map(sendOver(accepting.transport)),
  ]);
  const states = (await mailsOf("refused")).map(({ state }) => state);
  expect(states).toEqual(["queued", "queued", ...mails.slice(2).map(() => "sent")]);
  await Promise.all([double.close(), accepting.close()]);
});

test("two runs of the same mails at once send each once", async () => {
  await queueAll("twice");
  const double = await startSmtpDouble({});
  const mails = await mailsOf("twice");
  const ids = [...mails, ...mails].map(({ id }) => id);
  const runs = await Promise.allSettled(ids.map((id) => sendMail(over(double.transport), id)));
  expect(double.ended).toBe(mails.length);
  // The run from which a mail was taken finds that out before it ends the mail.
  expect(runs.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(new Set((await mailsOf("twice")).map(({ state }) => state))).toEqual(new Set(["sent"]));
  await double.close();
});

test("the worker sends what waits, in one job of its store", async () => {
  await context.db.pool.query("DELETE FROM gathered_jobs WHERE shop_id = $1", [
    String(context.shop.id),
  ]);
  await queueAll("worked off");
  const stop = await runWorker(testApp.app, 2, []);
  onTestFinished(stop);
  await expect
    .poll(async () => new Set((await mailsOf("worked off")).map(({ state }) => state)))
    .toEqual(new Set(["sent"]));
});
