import { afterAll, beforeAll, expect, test } from "vitest";
import { creditedMembership } from "#tests/support/membership-credit.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("credit of a membership is given once for each paid charge, and expires as its plan says", async () => {
  const shop = await testApp.createShop();
  const { membership, planId, give, renew, entries } = await creditedMembership(shop);
  const { db, shop: row } = await shop.context();
  await give("10.00", { expiryMonths: 2 });
  await renew();
  await renew();
  expect(await entries()).toEqual([
    [1, 1000],
    [1, 1000],
  ]);
  const [grant] = await db.prisma.creditGrant.findMany({
    orderBy: { id: "asc" },
    where: { shopId: row.id },
  });
  const [attempt] = await membership.attempts();
  const days = Number(grant?.expiresAt) - Number(attempt?.completedAt);
  expect(days / 86_400_000).toBeGreaterThan(58);
  expect(days / 86_400_000).toBeLessThan(63);
  expect(grant?.planId).toBe(planId);
});
