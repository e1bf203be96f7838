import { expect } from "vitest";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { askPlatform } from "./ask-platform.ts";
import type { TestApp } from "./test-app.ts";
import type { TestShop } from "./test-shop.ts";

export const zone = "Europe/Berlin";

export const fourteen = { days: 14, fee: "1.00" };

let keys = 0;

/** A store that sells one monthly membership for 14.90, which begins with a trial. */
export async function trialShop(testApp: TestApp, trial: object | null, rest: object = {}) {
  const shop = await testApp.createShop({ timezone: zone, seed: "goods" });
  const context = await shop.context();
  const plan = {
    planId: null,
    name: "Gold monthly",
    interval: { unit: "month", count: 1 },
    discount: { type: "fixed_price", amount: "14.90" },
    discountCycles: null,
    trial,
    ...rest,
  };
  keys += 1;
  const input = { name: "Gold club", kind: "membership", plans: [plan] };
  const group = await createPlanGroup(context, { key: `trial-${keys}`, input, productIds: [7001] });
  const rows = await context.db.prisma.plan.findMany({
    where: { shopId: context.shop.id, planGroupId: group.id },
  });
  return { shop, group, planId: Number(rows[0]?.platformPlanId) };
}

/** @returns the contract. */
export async function buy(shop: TestShop, planId: number): Promise<number> {
  const { status, body } = await shop.control("orders", { cid: 1001, plan_id: planId });
  expect(status, JSON.stringify(body)).toBe(200);
  const { subscriptionContracts } = await askPlatform(
    shop,
    "{ subscriptionContracts(first: 50, sortKey: ID) { nodes { id } } }",
  );
  const ids = subscriptionContracts.nodes.map(({ id }: { id: string }) =>
    Number(id.split("/").at(-1)),
  );
  return ids.at(-1) ?? 0;
}

export async function rowOf(shop: TestShop, contractId: number) {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
}

export async function linesOfTimeline(shop: TestShop, subscriptionId: bigint, kind: string) {
  const { db, shop: row } = await shop.context();
  return db.prisma.activity.findMany({ where: { shopId: row.id, subscriptionId, kind } });
}

/** Those that went through, oldest first. */
export async function chargesOf(shop: TestShop, subscriptionId: bigint) {
  const { db, shop: row } = await shop.context();
  const attempts = await db.prisma.billingAttempt.findMany({
    where: { shopId: row.id, subscriptionId, status: "success" },
    orderBy: { id: "asc" },
  });
  return attempts.map(({ amountMinor }) => Number(amountMinor));
}
