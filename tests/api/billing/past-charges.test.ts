import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { importCharges } from "#app/domain/billing/past-charges/import-charges.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { openPastImport } from "#app/domain/past-imports/open-past-import.ts";
import { readPastImports } from "#app/domain/past-imports/read-past-imports.ts";
import type { Platform } from "#app/platform/platform.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { listPlatformAttempts, type PlatformAttempt } from "#tests/support/platform-attempts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Charges from before the installation are facts like those of after it, and nothing follows from them.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("a store with a past", () => {
  let shop: TestShop;
  let context: ShopContext;
  let all: PlatformAttempt[];

  beforeAll(async () => {
    shop = await testApp.createShop({ seed: "demo", plan: "enterprise" });
    await shop.quiet();
    context = await shop.context();
    await vi.waitUntil(async () => (await readPastImports(context)).length === 0, 60_000);
    await shop.quiet();
    all = await listPlatformAttempts(shop);
  });

  const totalOf = async (query: string) =>
    (await shop.core(`/billing-attempts?limit=1${query}`)).body.meta.total;
  const shopId = () => context.shop.id;

  test("answers every attempt that the platform has, in each state", async () => {
    expect(all.length).toBeGreaterThan(1000);
    expect(await totalOf("")).toBe(all.length);
    for (const state of ["success", "failed"] as const) {
      const expected = all.filter((one) => one.state === state).length;
      expect(await totalOf(`&status=${state}`)).toBe(expected);
    }
  });

  test("answers the attempts of an old contract, newest first, with end, order and error", async () => {
    const failed = all.find(({ state }) => state === "failed");
    const expected = all.filter(({ contractId }) => contractId === failed?.contractId).reverse();
    const { id } = await context.db.prisma.subscription.findFirstOrThrow({
      where: { shopId: shopId(), platformContractId: BigInt(failed?.contractId ?? 0) },
    });
    const { body } = await shop.core(`/billing-attempts?limit=100&subscription_id=sub_${id}`);
    type Row = Record<string, unknown>;
    expect(
      body.data.map((row: Row) => [row.status, row.created_at, row.error_code, row.order_gid]),
    ).toEqual(
      expected.map((one) => [
        one.state,
        new Date(one.createdAt).toISOString(),
        one.code,
        one.orderId && `gid://platform/Order/${one.orderId}`,
      ]),
    );
    for (const row of body.data as Row[]) {
      expect(row).toMatchObject({ will_retry: false, next_retry_at: null, retry_of: null });
      expect(row.completed_at).not.toBeNull();
      expect(row.amount).toMatch(/^\d+\.\d{2}$/);
    }
    const bad = (body.data as Row[]).find(({ status }) => status === "failed");
    const retried = await shop.core(`/billing-attempts/${bad?.id}/retry`, { method: "POST" });
    expect([retried.status, retried.body.error.code]).toEqual([400, "invalid_request"]);
  });

  test("is told of in no mail, no line of a timeline, no event that somebody acts on, and no cycle of the engine", async () => {
    const { prisma } = context.db;
    const where = { shopId: shopId() };
    expect(await prisma.mail.count({ where: { ...where, kind: { startsWith: "payment_" } } })).toBe(
      0,
    );
    const kind = { in: ["billing.charged", "billing.failed", "billing.recovered"] };
    expect(await prisma.activity.count({ where: { ...where, kind } })).toBe(0);
    const kinds = await prisma.event.groupBy({
      by: ["kind"],
      where: { shopId: shopId(), kind: { startsWith: "billing." } },
    });
    expect(kinds.map(({ kind }) => kind)).toEqual(["billing.restated"]);
    expect(await prisma.billingCycle.count({ where: { ...where, state: "past_due" } })).toBe(0);
  });

  test("counts them in the overview on their days, those that were won back too", async () => {
    const { body } = await shop.core("/analytics/overview?period=365d");
    const { from, to } = body.data;
    const inPeriod = all.filter(({ createdAt }) => {
      const day = new Intl.DateTimeFormat("en-CA", {
        timeZone: context.shop.ianaTimezone,
      }).format(new Date(createdAt));
      return day >= String(from).slice(0, 10) && day <= String(to).slice(0, 10);
    });
    const { billing } = body.data;
    expect([billing.attempts, billing.failed]).toEqual([
      inPeriod.length,
      inPeriod.filter(({ state }) => state === "failed").length,
    ]);
    expect(billing.recovered).toBeGreaterThan(0);
    expect(billing.recovered).toBeLessThanOrEqual(billing.failed);
  });

  test("has them in the exports: the last charge and its end, and what had failed before an order", async () => {
    const rowsOf = async (name: string) =>
      (await shop.proxy(`/data/${name}`, { key: shop.key })).body.data as Record<string, string>[];
    const last = new Map(all.map((one) => [String(one.contractId), one]));
    await expect
      .poll(async () => {
        const rows = await rowsOf("subscriptions");
        return rows.filter((row) => {
          const attempt = last.get(row.platform_contract_id ?? "");
          const status = attempt?.state === "failed" ? "Failed" : "Successful";
          return attempt && row.last_charge_status !== status;
        });
      })
      .toEqual([]);
    const recovered = all.filter(
      (one, index) =>
        one.state === "success" &&
        all.slice(0, index).findLast(({ contractId }) => contractId === one.contractId)?.state ===
          "failed",
    );
    const ids = recovered.map(({ orderId }) => `gid://platform/Order/${orderId}`);
    // Each export is built by itself.
    await expect
      .poll(async () =>
        (await rowsOf("orders")).find(({ order_id = "" }) => ids.includes(order_id)),
      )
      .toMatchObject({
        auto_charge_failed_count: "1",
        auto_charge_failure_reasons: expect.stringMatching(
          /^\d{4}-\d\d-\d\d \d\d:\d\d \| \d+\.\d\d \| .+/,
        ),
      });
  });
});

const platformWith = (platform: Platform, changed: Partial<Platform>): Platform =>
  Object.assign(Object.create(platform) as Platform, changed);

/** A store that forgets what it knew of its past charges, as one that was erased and installed again. */
async function forget({ db, shop }: ShopContext): Promise<void> {
  await db.prisma.billingAttempt.deleteMany({ where: { shopId: shop.id } });
  await db.prisma.billingCycle.deleteMany({ where: { shopId: shop.id } });
  await db.prisma.listTotal.deleteMany({ where: { shopId: shop.id, list: "billing_attempts" } });
}

/** Runs an import to its end, with the job of the worker out of the way. */
async function importAll(context: ShopContext): Promise<void> {
  const where = { shopId: context.shop.id, subject: "charges", completedAt: null };
  await expect
    .poll(async () => {
      await importCharges(context);
      return context.db.prisma.pastImport.count({ where });
    })
    .toBe(0);
}

describe("the import of past charges", () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testApp.createShop();
  });

  test("numbers the attempts of one charge, leaves what our rows have as it is, and stores nothing twice", async () => {
    const subscription = await billedSubscription(shop, { interval_name: "month" });
    await subscription.nextPayments("INSUFFICIENT_FUNDS", "success", "success");
    await goTo(shop, new Date(Date.now() + 70 * 86_400_000));
    const own = await subscription.attempts();
    expect(own.map(({ status, attemptNumber }) => [status, attemptNumber])).toEqual([
      ["failed", 1],
      ["success", 2],
      ["success", 1],
    ]);
    const context = await shop.context();
    await openPastImport(context, context.db.prisma, "charges");
    await importAll(context);
    expect(await subscription.attempts()).toEqual(own);

    await forget(context);
    const { platform } = context;
    const crashing = platformWith(platform, {
      async *readChargeExport(url, skip) {
        yield* platform.readChargeExport(url, skip);
        throw new Error("killed");
      },
    });
    await expect
      .poll(async () => {
        // The worker has the job too, and may have been faster.
        await openPastImport(context, context.db.prisma, "charges");
        return importCharges({ ...context, platform: crashing }).catch(String);
      })
      .toBe("Error: killed");
    await importAll(context);
    await openPastImport(context, context.db.prisma, "charges");
    await importAll(context);
    const past = await subscription.attempts();
    expect(
      past.map(({ status, pastCycle, attemptNumber }) => [status, pastCycle, attemptNumber]),
    ).toEqual([
      ["failed", 1, 1],
      ["success", 1, 2],
      ["success", 2, 1],
    ]);
    const { body } = await shop.core("/billing-attempts");
    expect(body.meta.total).toBe(3);
  });

  test("leaves the engine alone: the next charge is of the platform's own cycle, once, with its first number", async () => {
    const subscription = await billedSubscription(shop, { interval_name: "month" });
    const start = (await shop.context()).clock.now().getTime();
    await goTo(shop, new Date(start + 35 * 86_400_000));
    const context = await shop.context();
    await forget(context);
    await openPastImport(context, context.db.prisma, "charges");
    await importAll(context);
    await goTo(shop, new Date(start + 65 * 86_400_000));
    const made = (await subscription.attempts()).map((one) => [
      one.pastCycle,
      one.cycleIndex,
      one.attemptNumber,
    ]);
    expect(made).toEqual([
      [1, null, 1],
      [null, 2, 1],
    ]);
    expect((await subscription.charges()).map(({ state }) => state)).toEqual([
      "success",
      "success",
    ]);
  });

  test("passes over a charge that has not ended, and one that came while it ran", async () => {
    const subscription = await billedSubscription(shop, { interval_name: "month" });
    const context = await shop.context();
    const { platform, clock } = context;
    await openPastImport(context, context.db.prisma, "charges");
    const [one] = await listPlatformAttempts(shop);
    const charge = {
      attemptId: 9_000_001,
      idempotencyKey: "k",
      contractId: subscription.contractId,
    };
    const invented = platformWith(platform, {
      async *readChargeExport() {
        yield { ...charge, createdAt: new Date(one?.createdAt ?? 0), outcome: { kind: "pending" } };
        const later = new Date(clock.now().getTime() + 60_000);
        yield { ...charge, createdAt: later, outcome: { kind: "success", at: null, order: null } };
      },
    });
    await importAll({ ...context, platform: invented });
    expect(await subscription.attempts()).toEqual([]);
  });
});
