import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnProcesses, startOwnProcesses } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  installOwnStore,
  letFallDue,
  quietOwnStore,
} from "#tests/support/own-store.ts";

// How many subscriptions a minute are renewed on each of the platform's plans, whose points of the Admin API are what limits
// it: computed from what one renewal costs, and reached by the worker as it runs in production.

/** The platform's plans by their points a second. */
const PLANS = { Standard: 100, Advanced: 200, Plus: 1_000 };
/** What the operations of one renewal ask for together. */
const POINTS_A_RENEWAL = 237;
/** Long enough that the points saved up at the beginning do not count. */
const SECONDS = 75;
const HOUR_MS = 3_600_000;

let processes: OwnProcesses;

beforeAll(async () => {
  processes = await startOwnProcesses();
});
afterAll(() => processes.stop());

test.each(Object.entries(PLANS))(
  "on the plan %s renewals use up the points that the platform gives",
  async (plan, points) => {
    const computed = points / POINTS_A_RENEWAL;
    const count = Math.round(computed * SECONDS * 1.3);
    const { APP_URL: appUrl = "" } = processes.environment;
    const store = await createOwnStore(appUrl);
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
        .poll(() => countOf(what), { timeout: 600_000, interval: 100 })
        .toBeGreaterThanOrEqual(wanted);
    await reach("subscriptions WHERE true", count);
    await quietOwnStore(store, processes);
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
