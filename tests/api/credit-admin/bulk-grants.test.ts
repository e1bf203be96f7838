import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { listCreditHistoryForMerchant } from "#app/domain/store-credit/customers/list-credit-history-for-merchant.ts";
import { creditExpiry } from "#app/domain/store-credit/grants/credit-expiry.ts";
import { listBulkGrants } from "#app/domain/store-credit/grants/list-bulk-grants.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import {
  type BulkGrantInput,
  startBulkGrant,
} from "#app/domain/store-credit/grants/start-bulk-grant.ts";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import type { Plan } from "#app/generated/prisma/client.ts";
import { createMembers, createPlan } from "#tests/support/create-members.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

/** One app with a worker, as in production; one without, so a test can interrupt a run at any point. */
let working: TestApp;
let resting: TestApp;
let quiet: TestShop["quiet"];
let context: ShopContext;
let plan: Plan;

beforeAll(async () => {
  working = await startTestApp();
  resting = await startTestApp({ worker: false });
});
afterAll(async () => {
  await working.close();
  await resting.close();
});

async function openStore(expiryMonths: number | null = null) {
  const shop = await working.createShop({ timezone: "Pacific/Kiritimati" });
  quiet = shop.quiet;
  await begin(await shop.context(), expiryMonths);
}

/** A store that is only a row: without a worker nothing would import it. */
async function openRestingStore() {
  const domain = `bare-${uniqueNumber()}.myshopify.com`;
  await resting.app.db.prisma.shop.create({
    data: {
      domain,
      name: "Bare",
      contactEmail: "a@example.com",
      ianaTimezone: "UTC",
      currency: "EUR",
      installedAt: new Date(),
    },
  });
  await begin(await resting.openShop(domain), null);
}

async function begin(opened: ShopContext, expiryMonths: number | null) {
  context = { ...opened, actor: { kind: "merchant", name: "Ada" } };
  plan = await createPlan(context, expiryMonths);
}

const grant = (input: Partial<BulkGrantInput> = {}) =>
  startBulkGrant(context, {
    planId: plan.id,
    amount: "5.00",
    reason: "For being there",
    memberCount: 5,
    key: crypto.randomUUID(),
    again: true,
    ...input,
  });

/** How many entries each customer has. */
async function entriesOf(customers: bigint[]): Promise<number[]> {
  const entries = await context.db.prisma.creditEntry.groupBy({
    by: ["customerId"],
    where: { shopId: context.shop.id },
    _count: true,
  });
  const counts = new Map(entries.map(({ customerId, _count }) => [customerId, _count]));
  return customers.map((id) => counts.get(id) ?? 0);
}
const runs = () => listBulkGrants(context, 10);

describe("a grant to a plan", () => {
  test("gives every active member the amount once, to expire as the plan says, and shows it in their timeline", async () => {
    await openStore(3);
    const members = await createMembers(context, plan.id, 5);
    const [paused = 0n, twice = 0n] = members;
    await context.db.pool.query(
      "UPDATE subscriptions SET status = 'paused' WHERE shop_id = $1 AND customer_id = $2",
      [String(context.shop.id), String(paused)],
    );
    await context.db.pool.query(
      `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status,
         platform_status, plan_name, price_minor, currency, interval_unit, interval_count,
         platform_created_at, platform_updated_at)
       SELECT shop_id, 1, customer_id, plan_id, kind, status, platform_status, plan_name, price_minor,
              currency, interval_unit, interval_count, now(), now()
       FROM subscriptions WHERE shop_id = $1 AND customer_id = $2`,
      [String(context.shop.id), String(twice)],
    );
    const started = await grant({ memberCount: 4 });
    expect(started.outcome).toBe("started");
    await quiet();
    expect(await entriesOf(members)).toEqual([0, 1, 1, 1, 1]);
    const [run] = await runs();
    expect(run).toMatchObject({ memberCount: 4, grantedCount: 4, finishedAt: expect.any(Date) });
    const given = await context.db.prisma.creditGrant.findFirstOrThrow({
      where: { shopId: context.shop.id, customerId: twice },
    });
    expect(given).toMatchObject({ amountMinor: 500n, planId: plan.id });
    const ends = creditExpiry(run?.createdAt ?? new Date(0), 3, "Pacific/Kiritimati");
    expect([given.expiresAt, run?.expiresAt]).toEqual([ends, ends]);
    const { entries } = await listCreditHistoryForMerchant(context, twice, null, 5);
    expect(entries).toMatchObject([
      { actor: { kind: "merchant", name: "Ada" }, message: "For being there", typeCode: 1 },
    ]);
  });

  test("gives nothing to customers whose data was erased, and does not count them", async () => {
    await openStore();
    const members = await createMembers(context, plan.id, 3);
    await context.db.prisma.customer.updateMany({
      where: { shopId: context.shop.id, id: members[1] ?? 0n },
      data: { redactedAt: new Date() },
    });
    expect(await grant({ memberCount: 3 })).toEqual({ outcome: "members_changed", memberCount: 2 });
    expect((await listPlanPolicies(context)).map(({ memberCount }) => memberCount)).toEqual([2]);
    expect((await grant({ memberCount: 2 })).outcome).toBe("started");
    await quiet();
    expect(await entriesOf(members)).toEqual([1, 0, 1]);
  });

  test("the same request sent again, sixty-four times at once, is the same run", async () => {
    await openStore();
    const members = await createMembers(context, plan.id, 5);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 64 }, () => grant({ key })));
    expect(answers.filter(({ outcome }) => outcome === "started")).toHaveLength(1);
    await quiet();
    await grant({ key });
    await quiet();
    expect(await entriesOf(members)).toEqual([1, 1, 1, 1, 1]);
    await expect(grant({ key, amount: "6" })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    expect(await runs()).toHaveLength(1);
  });

  test("that broke off between its parts goes on where it was, and everybody has it exactly once", async () => {
    await openRestingStore();
    const members = await createMembers(context, plan.id, 5);
    const started = await grant();
    if (started.outcome !== "started") throw new Error(started.outcome);
    const runId = started.grant.id;
    // The first part is done; the second breaks on its second member, and must leave nothing of itself.
    await context.db.pool.query(
      `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'the power is gone'; END $$;
       CREATE TRIGGER break_off BEFORE INSERT ON credit_grants FOR EACH ROW
         WHEN (NEW.customer_id = ${members[3]}) EXECUTE FUNCTION break_off()`,
    );
    await expect(runBulkGrant(context, runId, 2)).rejects.toThrow("the power is gone");
    expect(await entriesOf(members)).toEqual([1, 1, 0, 0, 0]);
    expect(await runs()).toMatchObject([{ grantedCount: 2, finishedAt: null }]);
    await context.db.pool.query("DROP TRIGGER break_off ON credit_grants");
    await runBulkGrant(context, runId, 2);
    await runBulkGrant(context, runId, 2);
    expect(await entriesOf(members)).toEqual([1, 1, 1, 1, 1]);
    expect(await runs()).toMatchObject([{ grantedCount: 5, finishedAt: expect.any(Date) }]);
    const accounts = await context.db.prisma.creditAccount.findMany({
      where: { shopId: context.shop.id },
    });
    expect(accounts.map(({ availableMinor }) => availableMinor)).toEqual(members.map(() => 500n));
  });

  test("two workers on the same run give nobody anything twice", async () => {
    await openRestingStore();
    const members = await createMembers(context, plan.id, 5);
    const started = await grant();
    if (started.outcome !== "started") throw new Error(started.outcome);
    await Promise.all([1, 2, 3].map(() => runBulkGrant(context, started.grant.id, 2)));
    expect(await entriesOf(members)).toEqual([1, 1, 1, 1, 1]);
  });

  test("that the plan has got within a day begins only for one who knows it, also when two ask at once", async () => {
    await openStore();
    await createMembers(context, plan.id, 5);
    const asked = await Promise.all([1, 2, 3].map(() => grant({ again: false })));
    const outcomes = asked.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(["granted_lately", "granted_lately", "started"]);
    expect((await grant({ again: false, amount: "6.00" })).outcome).toBe("started");
    expect((await grant({ again: true })).outcome).toBe("started");
    await context.db.prisma.bulkGrant.updateMany({
      where: { shopId: context.shop.id },
      data: { createdAt: new Date(context.clock.now().getTime() - 24 * 60 * 60_000) },
    });
    expect((await grant({ again: false })).outcome).toBe("started");
  });

  test("does not begin when there are other members than it was confirmed for", async () => {
    await openStore();
    await createMembers(context, plan.id, 5);
    expect(await grant({ memberCount: 4 })).toEqual({ outcome: "members_changed", memberCount: 5 });
    expect(await runs()).toEqual([]);
  });

  test.each([
    ["amount", "-5"],
    ["amount", "0"],
    ["amount", "1.005"],
    ["amount", "ten"],
    ["reason", " "],
  ])("with %s %j is refused at its field", async (field, value) => {
    await openStore();
    await expect(grant({ [field]: value })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
  });

  test("cannot be for another store's plan", async () => {
    await openStore();
    const strangers = plan.id;
    await openStore();
    await expect(grant({ planId: strangers })).rejects.toMatchObject({ code: "not_found" });
  });
});

test("credit can reference only a plan of the same store, and such a plan cannot be deleted", async () => {
  await openStore();
  const [customerId = 0n] = await createMembers(context, plan.id, 1);
  const give = (planId: bigint) =>
    postCredit(context, {
      customerId,
      planId,
      unit: "money",
      amountMinor: 100,
      typeCode: CREDIT_TYPES.membership,
      message: "Given",
    });
  const mine = { context, plan };
  await openStore();
  const theirs = plan;
  ({ context, plan } = mine);
  const FOREIGN_KEY = "credit_grants_shop_id_plan_id_fkey";
  await expect(give(theirs.id)).rejects.toThrow(FOREIGN_KEY);
  expect((await give(mine.plan.id)).outcome).toBe("posted");
  await context.db.pool.query("DELETE FROM subscriptions WHERE shop_id = $1", [
    String(context.shop.id),
  ]);
  const remove = (id: bigint) =>
    context.db.pool.query("DELETE FROM plans WHERE id = $1", [String(id)]);
  await expect(remove(mine.plan.id)).rejects.toThrow(FOREIGN_KEY);
  await remove(theirs.id);
});
