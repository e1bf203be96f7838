import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnProcesses, startOwnProcesses } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  installOwnStore,
  letFallDue,
  type OwnStore,
  quietOwnStore,
} from "#tests/support/own-store.ts";
import { readState } from "#tests/support/read-state.ts";

// How fast two workers, as they run in production, renew subscriptions that fall due together: as fast as they can, and with the
// points of the Admin API that each of the platform's plans gives, beside what these points would allow if nothing else took time.

/** The platform's plans by their points a second. */
const PLANS = { Standard: 100, Advanced: 200, Plus: 1_000 };
/** A store that is at rest has saved up so many seconds' points. */
const SAVED_UP_S = 20;
/** Subscriptions for each point a second: several times as many as the points saved up renew. */
const A_POINT = 2;
const WAIT = { timeout: 900_000, interval: 100 };
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
  "on the plan %s all are renewed with the points that it gives",
  async (plan, points) => {
    const count = Math.round(points * A_POINT);
    const { store, reach } = await storeWith(count);
    await store.control("throttle", { points_per_second: points });
    const atFirst = await throttleUse(store);
    await letFallDue(store, processes);
    // What is renewed with the points saved up at the beginning does not count.
    await expect
      .poll(async () => (await throttleUse(store)).points_used - atFirst.points_used, WAIT)
      .toBeGreaterThan(points * SAVED_UP_S);
    const [began, start] = [performance.now(), await throttleUse(store)];
    await reach("billing_cycles WHERE state = 'paid'", count);
    const [passed, after] = [(performance.now() - began) / 1000, await throttleUse(store)];
    const share = (after.points_used - start.points_used) / (passed * points);
    const each = (after.points_used - atFirst.points_used) / count;
    const throttled = after.throttled - atFirst.throttled;
    console.log(
      `${plan}, ${points} points/s: ${(share * 100).toFixed(0)} % of the points were used, ${each.toFixed(1)} for each renewal, which is ${((share * points * 60) / each).toFixed(0)} a minute; ${throttled} queries throttled`,
    );
  },
);

/** A store whose subscriptions all fall due within an hour, two hours from now. */
async function storeWith(count: number) {
  const store: OwnStore = await createOwnStore(processes);
  const first = Date.now() + 2 * HOUR_MS;
  for (let number = 0; number < count; number += 1) {
    const due = new Date(first + (number % 3600) * 1000);
    await store.control("contracts", { price: "15.00", next_billing_date: due, order: false });
  }
  await installOwnStore(store, processes);
  const ours = `shop_id = (SELECT id FROM shops WHERE domain = '${store.domain}')`;
  const countOf = async (what: string) =>
    Number((await processes.query(`SELECT count(*) FROM ${what} AND ${ours}`))[0]?.count);
  const reach = (what: string, wanted: number) =>
    expect.poll(() => countOf(what), WAIT).toBeGreaterThanOrEqual(wanted);
  await reach("subscriptions WHERE true", count);
  await quietOwnStore(store, processes);
  return { store, countOf, reach };
}

async function throttleUse(store: OwnStore): Promise<{ points_used: number; throttled: number }> {
  return (await readState(store)).controls.throttle;
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
