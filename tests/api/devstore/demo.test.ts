import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { readAppConfig } from "#devstore/app-config.ts";
import { billedCycles } from "#devstore/contracts/billed-cycles.ts";
import { cycleAt, cycleContaining } from "#devstore/contracts/billing-schedule.ts";
import { seedDemoShops } from "#devstore/demo/seed-demo-shops.ts";
import { createDevstore, type RunningDevstore } from "#devstore/server.ts";
import type { DevstoreState } from "#devstore/state/devstore-state.ts";

const demo = "perennial-demo.myshopify.com";
const toml = fileURLToPath(new URL("../../../shopify.app.toml", import.meta.url));

function freshDemo(): RunningDevstore {
  const appConfig = readAppConfig(toml, { apiKey: "key", apiSecret: "secret", appUrl: null });
  const running = createDevstore({ appConfig, statePath: ":memory:" });
  seedDemoShops(running.devstore);
  return running;
}

let state: DevstoreState;

beforeAll(() => {
  state = freshDemo().state;
});

describe("the demo's shops", () => {
  test("are three: the demo, another merchant's, and one to remove the app from", () => {
    const shops = state
      .shops()
      .map(({ domain, currency, timezone }) => [domain, currency, timezone]);
    expect(shops).toEqual([
      [demo, "EUR", "Europe/Berlin"],
      ["second-store.myshopify.com", "USD", "America/New_York"],
      ["closed-store.myshopify.com", "EUR", "Europe/Paris"],
    ]);
    expect(state.shops().every((shop) => shop.installation === null)).toBe(true);
  });

  test("are the same each time but for the dates", () => {
    const other = freshDemo().state;
    const shape = (one: DevstoreState) => ({
      customers: one.list(demo, "customer").map(({ email, locale }) => [email, locale]),
      contracts: one.list(demo, "contract").map(({ id, customerId, status }) => {
        return [id, customerId, status];
      }),
      orders: one.list(demo, "order").length,
    });
    expect(shape(other)).toEqual(shape(state));
  });

  test("are not made a second time", () => {
    const running = freshDemo();
    const before = running.state.list(demo, "order").length;
    seedDemoShops(running.devstore);
    expect(running.state.list(demo, "order").length).toBe(before);
  });
});

describe("the demo store", () => {
  test("has customers of many tongues, from 1001 on, each with a name and an address of nobody", () => {
    const customers = state.list(demo, "customer");
    expect(customers).toHaveLength(300);
    expect(customers[0]).toMatchObject({ id: 1001, firstName: "Anna", lastName: "Weber" });
    expect(new Set(customers.map((one) => one.locale.slice(0, 2))).size).toBeGreaterThan(5);
    expect(new Set(customers.map((one) => one.email)).size).toBe(300);
    for (const { email } of customers) expect(email).toMatch(/^[a-z.0-9]+@example\.com$/);
  });

  test("has contracts in every state, from 5001 on, and customers without any", () => {
    const contracts = state.list(demo, "contract");
    expect(contracts[0]?.id).toBe(5001);
    const counts = Object.groupBy(contracts, (one) => one.status);
    for (const status of ["ACTIVE", "PAUSED", "CANCELLED", "FAILED", "EXPIRED"] as const) {
      expect(counts[status]?.length ?? 0, status).toBeGreaterThan(5);
    }
    const owners = new Set(contracts.map((one) => one.customerId));
    expect(owners.size).toBeLessThan(260);
  });

  test("has memberships at 15 a month and 150 a year, and of two product subscriptions", () => {
    const groups = state.list(demo, "sellingPlanGroup");
    expect(groups.map((group) => group.appId)).toEqual([
      "perennial-membership",
      "perennial-subscription",
      "perennial-subscription",
    ]);
    expect(groups[0]?.plans.map((plan) => [plan.name, plan.pricing[0]?.adjustmentValue])).toEqual([
      ["Gold Club monthly", 1500],
      ["Gold Club yearly", 15000],
    ]);
  });

  test("adds up: each contract has its origin order and one order for each paid cycle", () => {
    const orders = state.list(demo, "order");
    const byContract = Map.groupBy(orders, (order) => order.contractId);
    for (const contract of state.list(demo, "contract")) {
      const own = byContract.get(contract.id) ?? [];
      const paid = billedCycles(state, demo, contract.id);
      expect(own.length).toBe(1 + paid.size);
      expect(own[0]?.id).toBe(contract.originOrderId);
      expect(own.every((order) => order.customerId === contract.customerId)).toBe(true);
    }
  });

  test("stands in the present: live contracts renew in the future, on the cycle that runs", () => {
    const now = state.now(demo);
    for (const contract of state.list(demo, "contract")) {
      if (contract.status !== "ACTIVE") continue;
      const next = new Date(contract.nextBillingDate ?? 0);
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      const running = cycleContaining(contract, now, "Europe/Berlin");
      expect(running?.endAt).toEqual(next);
      const paid = billedCycles(state, demo, contract.id);
      const last = (running?.index ?? 1) - 1;
      for (let index = 1; index <= last; index += 1) {
        expect(paid.has(index), `cycle ${index} of ${contract.id}`).toBe(true);
      }
      expect(cycleAt(contract, 1, "Europe/Berlin").startAt.toISOString()).toBe(contract.createdAt);
    }
  });

  test("has a past of two years in order of time, with refunds and disputes in it", () => {
    const orders = state.list(demo, "order");
    const dates = orders.map((order) => order.createdAt);
    expect(dates).toEqual(dates.toSorted());
    const days = (Date.now() - Date.parse(dates[0] ?? "")) / 86_400_000;
    expect(days).toBeGreaterThan(700);
    expect(orders.some((order) => order.refunds.length > 0)).toBe(true);
    expect(state.list(demo, "dispute").length).toBeGreaterThan(0);
    for (const order of orders) {
      const lines = order.lines.reduce(
        (sum, line) => sum + line.unitPriceMinor * line.quantity - line.discountMinor,
        0,
      );
      expect(order.totalMinor).toBe(lines + order.shippingMinor);
    }
  });
});
