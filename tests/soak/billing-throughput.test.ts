import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnProcesses, startOwnProcesses } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  installOwnStore,
  letFallDue,
  type OwnStore,
  quietOwnStore,
} from "#tests/support/own-store.ts";

// How fast subscriptions are renewed that fall due together, by two workers as they run in production: as fast as they can,
// and on each of the platform's plans, whose points of the Admin API are then what limits them.

/** The platform's plans by their points a second. */
const PLANS = { Standard: 100, Advanced: 200, Plus: 1_000 };
/** What the operations of one renewal ask for together. */
const POINTS_A_RENEWAL = 237;
/** Long enough that the points saved up at the beginning do not count. */
const SECONDS = 75;
const AT_ONCE = 2_000;
const HOUR_MS = 3_600_000;

let processes: OwnProcesses;

beforeAll(async () => {
  processes = await startOwnProcesses({ workers: 2 });
});
afterAll(() => processes.stop());

test("2,000 that fall due at once are each charged once", async () => {
  const { store, countOf, reach } = await storeWith(AT_ONCE);
  await letFallDue(store, processes);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  await reach("billing_attempts WHERE true", AT_ONCE);
  const recorded = passed();
  await reach("billing_cycles WHERE state = 'paid'", AT_ONCE);
  const paid = passed();
  expect(await countOf("billing_attempts WHERE true")).toBe(AT_ONCE);
  const bare = await measureBare();
  const times = (seconds: number) => `${seconds.toFixed(1)} s (${Math.round(seconds / bare)} ×)`;
  console.log(
    `${AT_ONCE} renewals: all attempts recorded after ${times(recorded)}, all paid after ${times(paid)}; one statement that updates and inserts as many rows ${(bare * 1000).toFixed(0)} ms`,
  );
});

test.each(Object.entries(PLANS))(
  "on the plan %s renewals use up the points that the platform gives",
  async (plan, points) => {
    const computed = points / POINTS_A_RENEWAL;
    const count = Math.round(computed * SECONDS * 1.3);
    const { store, reach } = await storeWith(count);
    await store.control("throttle", { points_per_second: points });
    await letFallDue(store, processes);
    // What the store has saved up is used by then.
    const quarter = Math.ceil(count / 4);
    await reach("billing_cycles WHERE state = 'paid'", quarter);
    const began = performance.now();
    await reach("billing_cycles WHERE state = 'paid'", count);
    const reached = (count - quarter) / ((performance.now() - began) / 1000);
    const perMinute = (rate: number) => (rate * 60).toFixed(1);
    console.log(
      `${plan}, ${points} points/s: ${perMinute(computed)} renewals/min computed, ${perMinute(reached)} reached (${(reached / computed).toFixed(2)})`,
    );
    expect(reached / computed).toBeGreaterThan(0.8);
  },
);

/** A store whose subscriptions all fall due within an hour, two hours from now. */
async function storeWith(count: number) {
  const { APP_URL: appUrl = "" } = processes.environment;
  const store: OwnStore = await createOwnStore(appUrl);
  const first = Date.now() + 2 * HOUR_MS;
  for (let number = 0; number < count; number += 1) {
    const due = new Date(first + (number % 3600) * 1000);
    await store.control("contracts", { price: "15.00", next_billing_date: due, order: false });
  }
  await installOwnStore(store, appUrl);
  const ours = `shop_id = (SELECT id FROM shops WHERE domain = '${store.domain}')`;
  const countOf = async (what: string) =>
    Number((await processes.query(`SELECT count(*) FROM ${what} AND ${ours}`))[0]?.count);
  const reach = (what: string, wanted: number) =>
    expect
      .poll(() => countOf(what), { timeout: 900_000, interval: 100 })
      .toBeGreaterThanOrEqual(wanted);
  await reach("subscriptions WHERE true", count);
  await quietOwnStore(store, processes);
  return { store, countOf, reach };
}

/** @returns the seconds of one statement that updates every subscription and inserts a copy of every attempt. */
async function measureBare(): Promise<number> {
  await processes.query(
    "CREATE TABLE bare_attempts (LIKE billing_attempts INCLUDING INDEXES INCLUDING CONSTRAINTS)",
  );
  const began = performance.now();
  await processes.query(`
    WITH claimed AS (
      UPDATE subscriptions SET updated_at = now() RETURNING shop_id, id
    )
    INSERT INTO bare_attempts
    SELECT a.* FROM billing_attempts a JOIN claimed c ON c.shop_id = a.shop_id AND c.id = a.subscription_id`);
  return (performance.now() - began) / 1000;
}
