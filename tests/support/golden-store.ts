import { Temporal } from "temporal-polyfill";
import { expect } from "vitest";
import { EXPORT_NAMES } from "#app/domain/data-export/modules/export-modules.ts";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import type { AnyJson } from "./any-json.ts";
import { askPlatform } from "./ask-platform.ts";
import { goTo } from "./billed-subscription.ts";
import type { TestApp } from "./test-app.ts";
import { callJson, type TestShop, type TestShopOptions } from "./test-shop.ts";

export interface GoldenCustomer {
  cid: number;
  gid: string;
  email: string;
  name: string;
}

/** What the platform's own record says of an order. */
export interface GoldenOrder {
  id: number;
  gid: string;
  name: string;
}

/** A store whose past a test writes day by day, at hours of its own zone, in a year whose days are known. */
export interface GoldenStore {
  readonly shop: TestShop;
  /** A year without 29 February that has not begun. */
  readonly year: number;
  /** Moves the clock to an hour of the store's zone, such as `02-10 12:05`, with all that is due on the way. */
  at(hour: string): Promise<void>;
  /** `02-10 12:05` as the exports write it: with the year. */
  on(hour: string): string;
  control(name: string, body?: Record<string, unknown>): Promise<AnyJson>;
  customer(first: string, last: string, more?: Record<string, unknown>): Promise<GoldenCustomer>;
  /** A contract as a checkout makes it. @returns its number. */
  contract(customer: GoldenCustomer, fields: Record<string, unknown>): Promise<number>;
  /** An order by a checkout: `[variant, pieces, plan?]` for each line. */
  buy(
    customer: GoldenCustomer,
    lines: readonly [number, number, number?][],
    codes?: Record<string, unknown>,
  ): Promise<GoldenOrder & { total: string; contractId: number }>;
  /** Orders of a customer in the platform's own record, oldest first. */
  orders(customer: GoldenCustomer): Promise<GoldenOrder[]>;
  /** The first variant of a product of this title. */
  variant(title: string): Promise<number>;
  plan(name: string): Promise<number>;
  /** Sells a membership with a trial. @returns the plan's number on the platform. */
  trialPlan(trial: { days: number; fee: string }, price: string): Promise<number>;
  /** What each full charge of a plan gives. */
  planCredit(planId: number, amount: string): Promise<void>;
  /** What the Core API calls the contract. */
  subscription(contractId: number): Promise<string>;
  manageCredit(
    customer: GoldenCustomer,
    type: string,
    value: number,
    reason: string,
  ): Promise<void>;
  /** All rows of an export: pages are read until there are no more. */
  read(name: string, query?: Record<string, string>): Promise<Record<string, unknown>[]>;
  /** Those of one customer. */
  rowsOf(name: string, customer: GoldenCustomer): Promise<Record<string, unknown>[]>;
}

/** Installs the app on an empty store, and opens its exports. */
export async function openGoldenStore(
  testApp: TestApp,
  options: TestShopOptions,
  /** Every webhook comes late, three times, and those of a moment in reverse order. */
  { isTroubled = false }: { isTroubled?: boolean } = {},
): Promise<GoldenStore> {
  const shop = await testApp.createShop(options);
  if (isTroubled) {
    const { status } = await shop.control("webhooks", {
      ...{ duplicate: 2, reorder: true, delay_ms: 200 },
    });
    expect(status).toBe(200);
  }
  // From now on rows follow the facts one after another; without rows, the first reader would have all of them made.
  await readAll(shop, "orders", {});
  const zone = options.timezone ?? "";
  const now = (await shop.context()).clock.now();
  let year = now.getUTCFullYear() + 1;
  if (Temporal.PlainDate.from({ year, month: 1, day: 1 }).inLeapYear) year += 1;
  const control = async (name: string, body: Record<string, unknown> = {}) => {
    const answer = await shop.control(name, body);
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200);
    await shop.quiet();
    return answer.body;
  };
  const state = async () => {
    const headers = { "x-forwarded-host": shop.domain };
    return (await callJson(`${shop.devstoreUrl}/__dev/state`, { headers })).body;
  };
  return {
    shop,
    year,
    on: (hour) => `${year}-${hour}`,
    control,
    at: async (hour) => {
      const there = Temporal.PlainDateTime.from(`${year}-${hour.replace(" ", "T")}:05`);
      await goTo(shop, new Date(there.toZonedDateTime(zone).epochMilliseconds));
      await shop.quiet();
    },
    customer: async (first, last, more = {}) => {
      const email = `${first}.${last}@example.com`.toLowerCase();
      const { cid } = await control("customers", {
        ...{ first_name: first, last_name: last, email },
        ...more,
      });
      return { cid, gid: `gid://platform/Customer/${cid}`, email, name: `${first} ${last}` };
    },
    contract: async ({ cid }, fields) =>
      (await control("contracts", { cid, ...fields })).contract_id,
    buy: async ({ cid }, lines, codes = {}) => {
      const body = await control("orders", {
        cid,
        lines: lines.map(([variant_id, quantity, plan_id]) => ({
          ...{ variant_id, quantity },
          ...(plan_id && { plan_id }),
        })),
        ...codes,
      });
      const gid = `gid://platform/Order/${body.order_id}`;
      const { order_id: id, order_name: name, total, contract_id: contractId } = body;
      return { id, gid, name, total, contractId };
    },
    orders: async ({ cid }) => {
      const { orders } = await askPlatform(
        shop,
        `query ($query: String) { orders(first: 100, sortKey: ID, query: $query) { nodes { legacyResourceId name } } }`,
        { query: `customer_id:${cid}` },
      );
      return orders.nodes.map(({ legacyResourceId, name }: Record<string, string>) => {
        const id = Number(legacyResourceId);
        return { id, gid: `gid://platform/Order/${id}`, name };
      });
    },
    variant: async (title) => {
      const { products } = await state();
      return products.find((one: { title: string }) => one.title === title).variant_ids[0];
    },
    plan: async (name) => {
      const { plans } = await state();
      return plans.find((one: { name: string }) => one.name === name).plan_id;
    },
    trialPlan: async (trial, price) => {
      const { products } = await state();
      const club = products.find((one: { title: string }) => one.title === "Gold Club");
      const plan = {
        ...{ planId: null, name: "Trial monthly", discountCycles: null, trial },
        interval: { unit: "month", count: 1 },
        discount: { type: "fixed_price", amount: price },
      };
      const input = { name: "Trial club", kind: "membership", plans: [plan] };
      const context = await shop.context();
      await createPlanGroup(context, { key: "golden", input, productIds: [club.product_id] });
      const { plans } = await state();
      return plans.find((one: { name: string }) => one.name === "Trial monthly").plan_id;
    },
    planCredit: async (platformPlanId, amount) => {
      const context = await shop.context();
      const plan = await context.db.prisma.plan.findFirstOrThrow({
        where: { shopId: context.shop.id, platformPlanId: BigInt(platformPlanId) },
      });
      const policy = { amount, expiryMonths: null, forfeitOnCancel: false };
      await setPlanPolicies(context, { policies: [{ planId: String(plan.id), ...policy }] });
    },
    subscription: async (contractId) => {
      const { db, shop: row } = await shop.context();
      const { id } = await db.prisma.subscription.findFirstOrThrow({
        where: { shopId: row.id, platformContractId: BigInt(contractId) },
      });
      return `sub_${id}`;
    },
    manageCredit: async ({ cid, email }, update_type, update_value, update_reason) => {
      const answer = await shop.manageCredit({
        ...{ action: "update", cid, email },
        ...{ update_type, update_value, update_reason },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await shop.quiet();
    },
    read: (name, query = {}) => readAll(shop, name, query),
    rowsOf: async (name, { gid }) =>
      (await readAll(shop, name, {})).filter((row) => row.platform_customer_gid === gid),
  };
}

async function readAll(shop: TestShop, name: string, query: Record<string, string>) {
  const rows: Record<string, unknown>[] = [];
  for (let since_id = query.since_id ?? "0"; ; ) {
    const { status, body } = await shop.proxy(`/data/${name}`, {
      key: shop.key,
      query: { ...query, since_id },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.data);
    if (!body.meta.has_more) return rows;
    since_id = String(body.meta.last_id);
  }
}

/** Builds all rows of a store anew, and expects those that were there. */
export async function expectSameWhenRebuilt({ shop }: GoldenStore): Promise<void> {
  const readEach = async () => {
    const rows: Record<string, unknown[]> = {};
    for (const name of EXPORT_NAMES) {
      if (name !== "members") rows[name] = await readAll(shop, name, {});
    }
    return rows;
  };
  const followed = await readEach();
  await buildExports(await shop.context(), () => {}, { again: true });
  expect(await readEach()).toEqual(followed);
}
