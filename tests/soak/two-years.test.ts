import { afterAll, beforeAll, expect, test } from "vitest";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { notifyAccessChange } from "#app/domain/shops/access-change.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import { addIntervals, type IntervalUnit } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { fc, propertySeed, sameDraw } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Two years of 500 subscriptions in five zones: every interval, every kind of decline, lost, late and doubled webhooks,
// skipped charges, and a worker that is down for nine days. The platform's own record of charges is the judge.

const DAY_MS = 86_400_000;
const YEARS = 2;
const PER_SHOP = 100;
const ZONES = [
  "Pacific/Pago_Pago",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
];
const INTERVALS: [IntervalUnit, number][] = [
  ["day", 5],
  ["day", 9],
  ["day", 30],
  ["week", 1],
  ["week", 2],
  ["week", 4],
  ["month", 1],
  ["month", 2],
  ["month", 3],
  ["month", 6],
  ["year", 1],
];
const DECLINES = [
  ...["TRANSIENT_ERROR", "INSUFFICIENT_FUNDS", "EXPIRED_CARD", "AUTHENTICATION_REQUIRED"],
  ...["INVALID_BILLING_ADDRESS", "FRAUD_SUSPECTED", "INSUFFICIENT_INVENTORY"],
];
/** The strides in which nothing of the app runs. */
const OUTAGES = [40, 77];

interface Store {
  shop: TestShop;
  zone: string;
  random: Random;
}

interface Followed extends Store {
  unit: IntervalUnit;
  count: number;
  first: Date;
  declines: boolean;
  skipped: Set<number>;
  subscription: BilledSubscription;
}

let testApp: TestApp;
let stopWorker: (() => Promise<void>) | null = null;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  stopWorker = await runWorker(testApp.app, 4);
});
afterAll(async () => {
  await stopWorker?.();
  await testApp.close();
});

type Random = (end: number) => number;

/** Whole numbers from 0 to below `end`, the same ones for the same seed whatever else runs. */
function randomNumbers(seed: number): Random {
  const values = fc.sample(fc.nat(999_999), { numRuns: 10_000, seed });
  let next = 0;
  return (end) => (values[next++ % values.length] ?? 0) % end;
}

test("two years of 500 subscriptions: each charge made once and none missed, whatever happened", async () => {
  const shops = await Promise.all(ZONES.map(openStore));
  const followed = (await Promise.all(shops.map(subscribe))).flat();
  const random = randomNumbers(propertySeed);
  const began = Date.now();
  let days = 0;
  for (let stride = 0; days < YEARS * 366; stride += 1) {
    const length = OUTAGES.includes(stride) ? 9 : 3 + random(5);
    if (OUTAGES.includes(stride)) await beDown(shops, length);
    else await Promise.all(shops.map((store) => live(store, length)));
    if (stride % 6 === 3) await skipSome(followed, stride);
    days += length;
    console.log(`day ${days} after ${Math.round((Date.now() - began) / 1000)} s`);
  }
  for (const { shop } of shops) {
    expect((await shop.control("webhooks", { lose: 0, duplicate: 0, reorder: false })).status).toBe(
      200,
    );
    expect((await shop.control("clock", { advance: "PT30M" })).status).toBe(200);
  }
  const wrong: string[] = [];
  const ledger = new Map<string, number[]>();
  for (const one of followed) await judge(one, ledger, wrong);
  print(ledger, days, Date.now() - began);
  expect(wrong, sameDraw).toEqual([]);
});

async function openStore(zone: string, index: number): Promise<Store> {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  return { shop, zone, random: randomNumbers(propertySeed + 1 + index) };
}

async function subscribe(store: Store): Promise<Followed[]> {
  const { shop, random } = store;
  const start = (await shop.context()).clock.now();
  const made: Followed[] = [];
  for (let number = 0; number < PER_SHOP; number += 1) {
    const [unit, count] = INTERVALS[number % INTERVALS.length] ?? ["month", 1];
    const due = new Date(start.getTime() + (1 + random(27)) * DAY_MS);
    const subscription = await billedSubscription(shop, {
      next_billing_date: due,
      interval_name: unit,
      interval_count: count,
    });
    const results = Array.from({ length: number % 4 === 0 ? 1 + random(12) : 0 }, () =>
      random(2) === 0 ? "success" : (DECLINES[random(DECLINES.length)] ?? "success"),
    );
    if (results.length > 0) await subscription.nextPayments(...results);
    const declines = results.some((result) => result !== "success");
    // The platform keeps whole seconds.
    const first = new Date(Math.floor(due.getTime() / 1000) * 1000);
    made.push({ ...store, unit, count, first, declines, skipped: new Set(), subscription });
  }
  return made;
}

async function live({ shop, random }: Store, days: number): Promise<void> {
  const trouble = { lose: random(6), duplicate: random(4), reorder: random(2) === 1 };
  expect((await shop.control("webhooks", trouble)).status).toBe(200);
  const now = (await shop.context()).clock.now();
  await goTo(shop, new Date(now.getTime() + days * DAY_MS));
}

/** Time passes on the platform and for us, and nobody works. */
async function beDown(shops: { shop: TestShop }[], days: number): Promise<void> {
  await stopWorker?.();
  for (const { shop } of shops) {
    const away = { advance: `P${days}D`, without_app: true };
    const { status, body } = await shop.control("clock", away);
    expect(status).toBe(200);
    const { db, shop: row } = await shop.context();
    const offset = new Date(body.now).getTime() - Date.now();
    await db.prisma.shop.update({
      where: { id: row.id },
      data: { clockOffsetMs: BigInt(offset) },
    });
    await notifyAccessChange(db.prisma, row.id);
  }
  stopWorker = await runWorker(testApp.app, 4);
  for (const { shop } of shops) {
    expect((await shop.control("clock", { advance: "PT2H" })).status).toBe(200);
  }
}

/** Some customers leave out their next charge. */
async function skipSome(followed: Followed[], stride: number): Promise<void> {
  for (const one of followed.filter((_, index) => index % 37 === stride % 37)) {
    if (one.declines) continue;
    const { id, nextBillingAt } = await one.subscription.row();
    if (nextBillingAt === null) continue;
    const context = await one.shop.context();
    if (nextBillingAt <= context.clock.now()) continue;
    await skipNextCharge(context, { subscriptionId: id, dueAt: nextBillingAt });
    one.skipped.add(nextBillingAt.getTime());
  }
}

const COLUMNS = ["contracts", "due", "charged", "failed", "recovered", "given up", "skipped"];

async function judge(one: Followed, ledger: Map<string, number[]>, wrong: string[]): Promise<void> {
  const { subscription, unit, count, zone, shop } = one;
  const charges = await subscription.charges();
  const attempts = await subscription.attempts();
  const cycles = await subscription.cycles();
  const label = `${zone}, contract ${subscription.contractId}, every ${count} ${unit}`;
  const check = (isRight: boolean, what: string) => {
    if (!isRight) wrong.push(`${label}: ${what}`);
  };
  const paid = charges.filter(({ state }) => state === "success").map(cycleOf);
  check(new Set(paid).size === paid.length, "a cycle is charged twice");
  check(
    JSON.stringify(charges) ===
      JSON.stringify(
        attempts.map(({ idempotencyKey, status }) => ({ key: idempotencyKey, state: status })),
      ),
    "our attempts are not the platform's",
  );
  const paidHere = cycles
    .filter(({ state }) => state === "paid")
    .map(({ cycleIndex }) => cycleIndex);
  check(
    JSON.stringify(paidHere) === JSON.stringify(paid),
    "our paid cycles are not the platform's",
  );
  const failedCycles = new Set(charges.filter(({ state }) => state === "failed").map(cycleOf));
  check(
    cycles.every(({ cycleIndex }, index) => {
      const before = cycles[index - 1]?.cycleIndex ?? 0;
      // Dates that pass while a charge is not paid are not made up for.
      return cycleIndex === before + 1 || (cycleIndex > before && failedCycles.has(before));
    }),
    `a cycle is left out: ${cycles.map((cycle) => `${cycle.cycleIndex} ${cycle.dueAt.toISOString()} ${cycle.state}`).join(", ")}`,
  );
  const now = (await shop.context()).clock.now();
  const { status, nextBillingAt } = await subscription.row();
  const isOpen = cycles.some(({ closedAt }) => closedAt === null);
  check(
    status !== "active" || isOpen || (nextBillingAt !== null && nextBillingAt > now),
    "its next date has passed and nothing is charged",
  );
  if (!one.declines) {
    const dates = scheduleOf(one, now);
    const skipped = (date: Date) => one.skipped.has(date.getTime());
    check(status === "active", `it is ${status}`);
    check(
      paid.length === dates.filter((date) => !skipped(date)).length,
      `${paid.length} charges for ${dates.length} dates, ${one.skipped.size} skipped`,
    );
    check(
      dates.every((date, index) => {
        const cycle = cycles[index];
        const isOfDate = Math.floor((cycle?.dueAt.getTime() ?? 0) / 1000) * 1000 === date.getTime();
        return isOfDate && cycle?.state === (skipped(date) ? "skipped" : "paid");
      }),
      "a date of its schedule has another cycle",
    );
  }
  const failed = charges.filter(({ state }) => state === "failed");
  const recovered = paid.filter((cycle) => failedCycles.has(cycle));
  const ended = (state: string) => cycles.filter((cycle) => cycle.state === state).length;
  const figures = [1, cycles.length, paid.length, failed.length, recovered.length];
  figures.push(ended("given_up"), ended("skipped"));
  for (const key of [`${count} ${unit}`, zone, "all"]) {
    const before = ledger.get(key) ?? COLUMNS.map(() => 0);
    ledger.set(
      key,
      before.map((value, index) => value + (figures[index] ?? 0)),
    );
  }
}

const cycleOf = ({ key }: { key: string }) => Number(key.split(":")[1]);

/** The dates on which it was to be charged until now. */
function scheduleOf({ first, unit, count, zone, skipped }: Followed, now: Date): Date[] {
  const dates: Date[] = [];
  for (let times = 0; ; times += 1) {
    const date = addIntervals(first, { unit, count }, times, zone);
    // One that was skipped ahead of its day has its cycle already.
    if (date > now && !skipped.has(date.getTime())) return dates;
    dates.push(date);
  }
}

function print(ledger: Map<string, number[]>, days: number, tookMs: number): void {
  const line = (name: string, values: (string | number)[]) =>
    `${name.padEnd(22)}${values.map((value) => String(value).padStart(11)).join("")}`;
  const lines = [...ledger].map(([name, values]) => line(name, values));
  const title = `${days} days in ${Math.round(tookMs / 1000)} s, ${sameDraw}`;
  console.log([title, line("", COLUMNS), ...lines].join("\n"));
}
