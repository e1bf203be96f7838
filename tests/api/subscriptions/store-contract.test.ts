import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#app/domain/context.ts";
import { cancelSubscription } from "#app/domain/subscriptions/cancel-subscription.ts";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import type { Platform } from "#app/platform/platform.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
});
afterAll(() => testApp.close());

test("a contract that was read before its cancellation of the same second does not bring it back", async () => {
  const context = { ...(await shop.context()), actor: systemActor };
  const { contractId } = await shop.createContract({ price: "15.00" });
  await refreshContract(context, contractId);
  const where = { shopId: context.shop.id, platformContractId: BigInt(contractId) };
  const rowOf = () => context.db.prisma.subscription.findFirstOrThrow({ where });

  // The read of a slow process: its answer is under way while another process cancels, in one second.
  let reads = 0;
  const slow: Platform = Object.assign(Object.create(context.platform) as Platform, {
    getContract: async (id: number) => {
      const contract = await context.platform.getContract(id);
      reads += 1;
      if (reads > 1 || !contract) return contract;
      await cancelSubscription(context, await rowOf(), null);
      return { ...contract, updatedAt: (await rowOf()).platformUpdatedAt };
    },
  });
  const row = await refreshContract({ ...context, platform: slow }, contractId);
  await shop.quiet();

  expect(reads).toBe(2);
  expect(row?.status).toBe("cancelled");
  expect((await rowOf()).status).toBe("cancelled");
  const kind = "subscription.cancelled";
  const shopId = context.shop.id;
  expect(await context.db.prisma.activity.count({ where: { shopId, kind } })).toBe(1);
  expect(await context.db.prisma.event.count({ where: { shopId, kind } })).toBe(1);
});
