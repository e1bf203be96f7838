import { afterAll, beforeAll, expect, test } from "vitest";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { type OwnProcesses, startOwnProcesses, type Victim } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  installOwnStore,
  letFallDue,
  type OwnStore,
  quietOwnStore,
} from "#tests/support/own-store.ts";
import { fc, propertySeed, sameDraw } from "#tests/support/property.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A billing run of 10,000 subscriptions in which the worker, the web process and PostgreSQL are killed twenty times. The
// platform's own record of charges is the judge, and its customers' mailbox.

const SUBSCRIPTIONS = Number(process.env.BILLING_RUN ?? 10_000);
const KILLS = 20;
const DECLINED_EVERY = 25;
const HOUR_MS = 3_600_000;

let processes: OwnProcesses;

beforeAll(async () => {
  processes = await startOwnProcesses();
});
afterAll(() => processes.stop());

test("a billing run of 10,000 in which everything is killed twenty times charges each once and tells each once", async () => {
  const shop = await createOwnStore(processes);
  await makeContracts(shop);
  await installOwnStore(shop, processes);
  await expect
    .poll(() => count("SELECT count(*) FROM subscriptions"), { timeout: 1_800_000, interval: 500 })
    .toBe(SUBSCRIPTIONS);
  console.log(`${SUBSCRIPTIONS} contracts imported`);
  await quietOwnStore(shop, processes);
  await letFallDue(shop, processes);
  const began = Date.now();
  const victims = fc.sample(fc.constantFrom<Victim>("worker", "web", "PostgreSQL"), {
    numRuns: KILLS,
    seed: propertySeed,
  });
  for (const [number, victim] of victims.entries()) {
    const charged = Math.floor((SUBSCRIPTIONS * (number + 1)) / (KILLS + 2));
    await expect.poll(countAttempts, { timeout: 600_000, interval: 50 }).toBeGreaterThan(charged);
    await processes.kill(victim);
    console.log(`${Math.round((Date.now() - began) / 1000)} s: killed ${victim} after ${charged}`);
  }
  await expect
    .poll(() => count("SELECT count(*) FROM billing_cycles WHERE state IN ('paid', 'past_due')"), {
      timeout: 1_200_000,
      interval: 500,
    })
    .toBe(SUBSCRIPTIONS);
  const tookMs = Date.now() - began;
  await quietOwnStore(shop, processes);
  await judge(shop, tookMs);
});

/** All due within one hour, two hours from now; every 25th charge is declined. */
async function makeContracts({ control }: OwnStore): Promise<void> {
  const first = Date.now() + 2 * HOUR_MS;
  for (let number = 0; number < SUBSCRIPTIONS; number += 1) {
    const due = new Date(first + (number % 3600) * 1000);
    const contract = { price: "15.00", next_billing_date: due, order: false };
    const { body } = await control("contracts", contract);
    if (number % DECLINED_EVERY === 0) {
      await control(`contracts/${body.contract_id}/payments`, { results: ["EXPIRED_CARD"] });
    }
  }
}

const countAttempts = () => count("SELECT count(*) FROM billing_attempts");

async function judge(shop: OwnStore, tookMs: number): Promise<void> {
  const charges = await readCharges(shop);
  const wrong: string[] = [];
  let declined = 0;
  for (const [contract, made] of charges) {
    const paid = made.filter(({ state }) => state === "SubscriptionBillingAttemptSuccessState");
    const failed = made.filter(({ state }) => state === "SubscriptionBillingAttemptFailedState");
    declined += failed.length;
    if (made.length !== 1 || paid.length + failed.length !== 1) {
      wrong.push(`${contract}: ${JSON.stringify(made)}`);
    }
  }
  const subjects = new Map<string, number>();
  for (const { to, subject } of await readMailbox(shop as TestShop)) {
    const name = `${to}: ${subject}`;
    subjects.set(name, (subjects.get(name) ?? 0) + 1);
  }
  const twice = [...subjects].filter(([, times]) => times > 1);
  const seconds = Math.round(tookMs / 1000);
  console.log(
    `${charges.size} subscriptions, ${declined} declined, ${subjects.size} mails, ${KILLS} kills, ${seconds} s, ${sameDraw}`,
  );
  expect(wrong).toEqual([]);
  expect(charges.size).toBe(SUBSCRIPTIONS);
  expect(declined).toBe(Math.ceil(SUBSCRIPTIONS / DECLINED_EVERY));
  expect(twice).toEqual([]);
  // A mail whose end nobody noted may have arrived or not; it is never sent again.
  const mails = await query(`
    SELECT count(*) FILTER (WHERE kind = 'payment_failed')::int AS of_failures,
      count(*) FILTER (WHERE state = 'sent')::int AS sent,
      count(*) FILTER (WHERE state IN ('sent', 'unknown'))::int AS sent_or_unknown FROM mails`);
  expect(mails[0]?.of_failures).toBe(declined);
  expect(subjects.size).toBeGreaterThanOrEqual(Number(mails[0]?.sent));
  expect(subjects.size).toBeLessThanOrEqual(Number(mails[0]?.sent_or_unknown));
  const rows = await query(`
    SELECT status, count(*)::int AS count FROM billing_attempts GROUP BY status ORDER BY status`);
  expect(rows).toEqual([
    { status: "failed", count: declined },
    { status: "success", count: SUBSCRIPTIONS - declined },
  ]);
}

/** The platform's own record: the charges of each contract. */
async function readCharges(shop: OwnStore): Promise<Map<string, { key: string; state: string }[]>> {
  const charges = new Map<string, { key: string; state: string }[]>();
  for (let after: string | null = null; ; ) {
    const { subscriptionContracts } = await askPlatform(
      shop as TestShop,
      `query ($after: String) { subscriptionContracts(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id billingAttempts(first: 5) { nodes { idempotencyKey state { __typename } } } } } }`,
      { after },
    );
    for (const { id, billingAttempts } of subscriptionContracts.nodes) {
      type Node = { idempotencyKey: string; state: { __typename: string } };
      const made = billingAttempts.nodes.map(({ idempotencyKey, state }: Node) => ({
        key: idempotencyKey,
        state: state.__typename,
      }));
      charges.set(id, made);
    }
    if (!subscriptionContracts.pageInfo.hasNextPage) return charges;
    after = subscriptionContracts.pageInfo.endCursor;
  }
}

async function count(text: string): Promise<number> {
  const [row] = await query(text);
  return Number(row?.count);
}

const query = (text: string) => processes.query(text);
