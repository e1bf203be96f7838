import { afterAll, beforeAll, expect, test } from "vitest";
import { contractsCopy } from "#app/domain/cancel-flow/contracts-copy.ts";
import { publishToCustomers } from "#app/domain/customers/publish-to-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("a customer with more contracts than the platform's metafield holds keeps those that are not over", async () => {
  const shop = await testApp.createShop();
  const { cid, contractId } = await shop.createContract({ price: "15.00" });
  await shop.quiet();
  const context = await shop.context();
  // Older than the contract that runs, newer than it, and with names as long as they may be.
  await context.db.pool.query(
    `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status, platform_status, plan_name,
       price_minor, currency, interval_unit, interval_count, ends_at, platform_created_at, platform_updated_at)
     SELECT shop_id, 100000 + n, customer_id, plan_id, kind, 'cancelled', 'cancelled', repeat('会', 255),
       price_minor, currency, interval_unit, interval_count, now(), platform_created_at, platform_updated_at
     FROM subscriptions, generate_series(1, 400) n WHERE shop_id = $1 AND platform_contract_id = $2`,
    [String(context.shop.id), contractId],
  );
  const customer = await context.db.prisma.customer.findFirstOrThrow({
    where: { shopId: context.shop.id, platformCustomerId: BigInt(cid) },
  });
  const sent: unknown[] = [];
  const { platform } = context;
  const watching = {
    ...platform,
    publishCustomersData: (items: { customerId: number; key: string; value: unknown }[]) => {
      sent.push(...items.map(({ value }) => value));
      return platform.publishCustomersData(items);
    },
  };
  await publishToCustomers({ ...context, platform: watching }, [
    { copy: contractsCopy, customerIds: [customer.id] },
  ]);
  const value = sent[0] as { scid: number; contracts: { contract_id: number }[] };
  expect(value.scid).toBe(contractId);
  const ids = value.contracts.map(({ contract_id }) => contract_id);
  expect(ids).toContain(contractId);
  expect(ids).toContain(100_400);
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.length).toBeLessThan(400);
});
