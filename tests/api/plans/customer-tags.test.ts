import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { syncTags } from "#app/domain/perks/sync-tags.ts";
import type { ManagedPlanGroup } from "#app/domain/plans/managed-plan-group.ts";
import { createPlanGroup, savePlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { forgetContracts } from "#tests/support/forget-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let keys = 0;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const inputOf = (customerTag: string | null, planId: string | null = null) => ({
  name: "Gold club",
  kind: "membership",
  customerTag,
  plans: [
    {
      planId,
      name: "Gold monthly",
      interval: { unit: "month", count: 1 },
      discount: { type: "none" },
      discountCycles: null,
    },
  ],
});

/** A membership whose members get a tag, with the platform's number of its plan. */
async function membership(shop: TestShop, customerTag: string | null) {
  const context = await shop.context();
  keys += 1;
  const input = inputOf(customerTag);
  const group = await createPlanGroup(context, { key: `tag-${keys}`, input, productIds: [] });
  const row = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, planGroupId: group.id },
  });
  return { group, planId: Number(row.platformPlanId) };
}

async function member(shop: TestShop, planId: number, cid?: number) {
  const made = await shop.createContract({ plan_id: planId, price: "15.00", cid });
  const { db, shop: row } = await shop.context();
  const { id, customerId } = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(made.contractId) },
  });
  return { cid: made.cid, id, customerId: customerId ?? 0n };
}

async function tagsOf(shop: TestShop, cid: number): Promise<string[] | null> {
  await shop.quiet();
  return (await shop.context()).platform.listCustomerTags(cid);
}

const act = (shop: TestShop, id: bigint, action: string, body?: object) =>
  shop.core(`/subscriptions/sub_${id}/${action}`, { method: "POST", ...(body && { body }) });

/** Goes past the end of what is paid for at present. */
async function passMonth(shop: TestShop): Promise<void> {
  expect((await shop.control("clock", { advance: "P32D" })).status).toBe(200);
}

async function rename(shop: TestShop, group: ManagedPlanGroup, tag: string | null) {
  const input = inputOf(tag, String(group.plans[0]?.id));
  const edit = { groupId: group.id, version: group.version, input };
  expect(await savePlanGroup(await shop.context(), edit)).toMatchObject({ outcome: "saved" });
}

describe("a membership's tag", () => {
  test("is on the customer to the end of what was paid, paused or canceled, and again from the next charge; the timeline says so", async () => {
    const shop = await testApp.createShop();
    const { planId } = await membership(shop, "gold");
    const { cid, id, customerId } = await member(shop, planId);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    await act(shop, id, "pause", { duration: 60 });
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    await passMonth(shop);
    expect(await tagsOf(shop, cid)).toEqual([]);
    await act(shop, id, "resume");
    expect(await tagsOf(shop, cid)).toEqual([]);
    await passMonth(shop);
    // Charged again.
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    await act(shop, id, "cancel");
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    await passMonth(shop);
    expect(await tagsOf(shop, cid)).toEqual([]);
    const { db, shop: row } = await shop.context();
    const lines = await db.prisma.activity.findMany({
      where: { shopId: row.id, customerId, kind: { startsWith: "customer.tag_" } },
      orderBy: { id: "asc" },
    });
    expect(lines.map(({ kind }) => kind.slice("customer.tag_".length))).toEqual([
      ...["added", "removed"],
      ...["added", "removed"],
    ]);
  });

  test("stays while another membership gives the same one, and goes with the last", async () => {
    const shop = await testApp.createShop();
    const first = await membership(shop, "gold");
    const second = await membership(shop, "Gold");
    const one = await member(shop, first.planId);
    const other = await member(shop, second.planId, one.cid);
    expect(await tagsOf(shop, one.cid)).toEqual(["gold"]);
    await act(shop, one.id, "cancel");
    await passMonth(shop);
    expect(await tagsOf(shop, one.cid)).toEqual(["gold"]);
    await act(shop, other.id, "cancel");
    await passMonth(shop);
    expect(await tagsOf(shop, one.cid)).toEqual([]);
  });

  test("is never taken off when the customer had it before", async () => {
    const shop = await testApp.createShop();
    const { planId } = await membership(shop, "gold");
    const { body } = await shop.control("customers", { tags: ["VIP", "gold"] });
    const { id, cid } = await member(shop, planId, body.cid);
    await act(shop, id, "cancel");
    await passMonth(shop);
    expect(await tagsOf(shop, cid)).toEqual(["VIP", "gold"]);
  });

  test("is known as its own after a lost answer, and added once", async () => {
    const shop = await testApp.createShop();
    const { planId } = await membership(shop, "gold");
    const lost = { status: 502, count: 8, after: "after-effect", operation: "tagsAdd" };
    expect((await shop.control("fail-next", lost)).status).toBe(200);
    const { cid, id, customerId } = await member(shop, planId);
    expect((await shop.control("clear-faults")).status).toBe(200);
    const context = await shop.context();
    await syncTags(context, customerId);
    await syncTags(context, customerId);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    await act(shop, id, "cancel");
    await passMonth(shop);
    await syncTags(await shop.context(), customerId);
    expect(await tagsOf(shop, cid)).toEqual([]);
  });

  test("comes back by the daily comparison when somebody took it off", async () => {
    const shop = await testApp.createShop();
    const { planId } = await membership(shop, "gold");
    const { cid } = await member(shop, planId);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    const context = await shop.context();
    await context.platform.removeCustomerTag(cid, "gold");
    await reconcileShop(context);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
  });

  test("follows the group's: members get another one, or none", async () => {
    const shop = await testApp.createShop();
    const { planId, group } = await membership(shop, "gold");
    const { cid } = await member(shop, planId);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    await rename(shop, group, "club");
    expect(await tagsOf(shop, cid)).toEqual(["club"]);
  });

  test("is on customers whose memberships an import finds", async () => {
    const shop = await testApp.createShop();
    const { planId } = await membership(shop, "gold");
    const { cid } = await member(shop, planId);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
    // As in a store that is new here, with a customer who never had the tag.
    const context = await shop.context();
    await forgetContracts(context);
    await context.db.prisma.customerTag.deleteMany({ where: { shopId: context.shop.id } });
    await context.platform.removeCustomerTag(cid, "gold");
    await importShop(context);
    expect(await tagsOf(shop, cid)).toEqual(["gold"]);
  });

  test("with a comma is refused", async () => {
    const shop = await testApp.createShop();
    await expect(membership(shop, "gold, silver")).rejects.toMatchObject({
      fields: { customerTag: [expect.stringContaining("comma")] },
    });
  });
});
