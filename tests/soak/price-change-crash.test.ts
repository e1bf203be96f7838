import { afterAll, beforeAll, expect, test } from "vitest";
import { startPriceChange } from "#app/domain/price-changes/start-price-change.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { type OwnProcesses, startOwnProcesses, type Victim } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  inOwnStore,
  installOwnStore,
  letFallDue,
  type OwnStore,
  quietOwnStore,
} from "#tests/support/own-store.ts";
import { fc, propertySeed, sameDraw } from "#tests/support/property.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A change of price for 10,000 subscribers in which the worker and PostgreSQL are killed while customers are told, and while
// contracts are written. The platform's own record of prices is the judge, and its customers' mailbox.

const SUBSCRIPTIONS = Number(process.env.PRICE_CHANGE_RUN ?? 10_000);
const KILLS = Number(process.env.PRICE_CHANGE_KILLS ?? 6);
const DAY_MS = 86_400_000;

let processes: OwnProcesses;

beforeAll(async () => {
  processes = await startOwnProcesses();
});
afterAll(() => processes.stop());

test("a price change over 10,000 subscribers in which everything is killed twelve times tells nobody twice, and changes once whoever was surely told, and nobody else", async () => {
  const store = await createOwnStore(processes);
  const due = new Date(Date.now() + 40 * DAY_MS);
  for (let number = 0; number < SUBSCRIPTIONS; number += 1) {
    await store.control("contracts", { price: "15.00", next_billing_date: due, order: false });
  }
  await installOwnStore(store, processes);
  await expect
    .poll(() => count("SELECT count(*) FROM subscriptions"), { timeout: 3_600_000, interval: 500 })
    .toBe(SUBSCRIPTIONS);
  await quietOwnStore(store, processes);
  console.log(`${SUBSCRIPTIONS} contracts imported`);
  const began = Date.now();
  await raisePrice(store);
  const told = "SELECT count(*) FROM price_change_rows WHERE state <> 'waiting'";
  await killDuring("told", told);
  await expect.poll(() => count(told), { timeout: 3_600_000, interval: 500 }).toBe(SUBSCRIPTIONS);
  const toldAfter = secondsSince(began);
  await quietOwnStore(store, processes);
  // Mails have a while to leave, then the contracts are written.
  await letFallDue(store, processes);
  const writingBegan = Date.now();
  const written = "SELECT count(*) FROM price_change_rows WHERE state = 'written'";
  await killDuring("written", written);
  // Of a mail whose worker was killed at its end nobody knows whether it came: its customer keeps the old price.
  const unsure = "SELECT count(*) FROM mails WHERE kind = 'price_change' AND state = 'unknown'";
  await expect
    .poll(async () => (await count(written)) + (await count(unsure)), {
      ...{ timeout: 3_600_000, interval: 500 },
    })
    .toBe(SUBSCRIPTIONS);
  const writtenAfter = secondsSince(writingBegan);
  await quietOwnStore(store, processes);
  const unknown = await count(unsure);
  const sent = SUBSCRIPTIONS - unknown;
  const mails = await processes.query(`
    SELECT count(*)::int AS all, count(DISTINCT customer_id)::int AS customers,
      count(*) FILTER (WHERE state = 'sent')::int AS sent
    FROM mails WHERE kind = 'price_change'`);
  expect(mails).toEqual([{ all: SUBSCRIPTIONS, customers: SUBSCRIPTIONS, sent }]);
  const arrived = (await readMailbox(store as TestShop))
    .filter(({ subject }) => subject.startsWith("The price of"))
    .map(({ to }) => to);
  expect(new Set(arrived).size).toBe(arrived.length);
  console.log(
    `${SUBSCRIPTIONS} subscribers, ${2 * KILLS} kills, ${sameDraw}: told in ${toldAfter} s, ` +
      `written in ${writtenAfter} s, ${secondsSince(began)} s in all; ${sent} notices sent, ` +
      `${unknown} unknown, of which ${arrived.length - sent} came`,
  );
  // Each that counts as sent has come. At most one is handed over by each lane of a worker that is killed.
  expect(arrived.length).toBeGreaterThanOrEqual(sent);
  expect(unknown).toBeLessThan(SUBSCRIPTIONS / 10);

  const prices = new Map<string, number>();
  for (const price of await readPrices(store)) prices.set(price, (prices.get(price) ?? 0) + 1);
  expect(prices.get("16.50") ?? 0).toBe(sent);
  expect(prices.get("15.00") ?? 0).toBe(unknown);
});

const secondsSince = (began: number) => Math.round((Date.now() - began) / 1000);

/** 10 % more from a day in thirty days on. */
function raisePrice(store: OwnStore): Promise<void> {
  return inOwnStore(store, processes, async (context) => {
    const { clock, db, shop } = context;
    const plan = await db.prisma.plan.findFirstOrThrow();
    const { id } = await startPriceChange(context, {
      ...{ planId: plan.id, fixedMinor: null, percentHundredths: 1000, noticeDays: 14 },
      ...({ silence: "agrees", termsNote: null, planPrice: "keep" } as const),
      day: formatDate(addDays(clock.now(), 30, shop.ianaTimezone), shop.ianaTimezone),
      key: crypto.randomUUID(),
    });
    const where = { shopId_id: { shopId: shop.id, id } };
    const { rowCount } = await db.prisma.priceChange.findUniqueOrThrow({ where });
    expect(rowCount).toBe(SUBSCRIPTIONS);
  });
}

/** Kills something each time that a further part of the rows has come so far. */
async function killDuring(what: string, countOf: string): Promise<void> {
  const victims = fc.sample(fc.constantFrom<Victim>("worker", "PostgreSQL"), {
    ...{ numRuns: KILLS, seed: propertySeed },
  });
  for (const [number, victim] of victims.entries()) {
    const part = Math.floor((SUBSCRIPTIONS * (number + 1)) / (KILLS + 2));
    await expect
      .poll(() => count(countOf), { timeout: 600_000, interval: 50 })
      .toBeGreaterThan(part);
    await processes.kill(victim);
    console.log(`${new Date().toISOString()} killed ${victim} after ${part} were ${what}`);
  }
}

async function count(text: string): Promise<number> {
  return Number((await processes.query(text))[0]?.count);
}

/** What one piece costs now, of each contract. */
async function readPrices(store: OwnStore): Promise<string[]> {
  const prices: string[] = [];
  for (let after: string | null = null; ; ) {
    const { subscriptionContracts } = await askPlatform(
      store as TestShop,
      `query ($after: String) { subscriptionContracts(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { lines(first: 5) { nodes { currentPrice { amount } } } } } }`,
      { after },
    );
    for (const { lines } of subscriptionContracts.nodes) {
      type Node = { currentPrice: { amount: string } };
      prices.push(
        ...lines.nodes.map(({ currentPrice }: Node) => Number(currentPrice.amount).toFixed(2)),
      );
    }
    if (!subscriptionContracts.pageInfo.hasNextPage) return prices;
    after = subscriptionContracts.pageInfo.endCursor;
  }
}
