import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readPointsOn } from "#app/domain/loyalty/points/read-points-on.ts";
import { saveLoyaltySettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: "Europe/Berlin" });
  customer = await loyalCustomer(shop);
});

async function pass(duration: string): Promise<void> {
  await shop.control("clock", { advance: duration });
  await shop.quiet();
}

/** What other systems are told of points: of each event the entry that it names, in the order of the events. */
async function toldEntries() {
  const { db, shop: row } = await shop.context();
  const customer_id = String(await customer.id());
  const events = await db.prisma.event.findMany({
    where: { shopId: row.id, kind: "member.points_changed" },
    orderBy: { id: "asc" },
  });
  return Promise.all(
    events.map(async ({ data }) => {
      const { entry_id: entryId, ...rest } = data as { entry_id: string };
      expect(rest).toEqual({ customer_id });
      const { amountMinor, typeCode } = await db.prisma.creditEntry.findUniqueOrThrow({
        where: { shopId_id: { shopId: row.id, id: BigInt(entryId) } },
      });
      return [typeCode, Number(amountMinor)];
    }),
  );
}

test("points end when their months are over: their customer is told before, the balance falls then, and each step is an event", async () => {
  const input = { returnDays: 14, expiryMonths: 2 };
  await saveLoyaltySettings(await shop.context(), { version: "new", input });
  const settings = { points_per_dollar: 1, include_renewals: false };
  await makeRule(shop, { type: "points_for_purchases", settings });
  await customer.order("119.00");
  expect(await toldEntries()).toEqual([[8, 100]]);
  await pass("P15D");
  expect(await customer.points()).toMatchObject({ available: 100, pending: 0 });
  // It counts now, by a separate entry.
  expect(await toldEntries()).toEqual([
    [8, 100],
    [8, 100],
  ]);
  const { db, clock, shop: row } = await shop.context();
  const grant = await db.prisma.creditGrant.findFirstOrThrow({
    where: { shopId: row.id, unit: "points" },
  });
  const end = grant.expiresAt ?? new Date(0);
  const untilEnd = Math.floor((end.getTime() - clock.now().getTime()) / 60_000);
  const subjects = async () => (await readMailbox(shop)).map(({ subject }) => subject);
  const warning = "100 of your points expire soon";
  expect(await subjects()).not.toContain(warning);
  await pass(`PT${untilEnd - 60}M`);
  expect((await subjects()).filter((subject) => subject === warning)).toHaveLength(1);
  expect(await customer.points()).toMatchObject({ available: 100 });
  expect(await toldEntries()).toHaveLength(2);
  await pass("PT2H");
  expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 0 });
  expect((await toldEntries()).at(-1)).toEqual([7, -100]);
  const zone = row.ianaTimezone;
  const dayBefore = formatDate(addDays(end, -1, zone), zone);
  const context = await shop.context();
  expect(await readPointsOn(context, await customer.id(), dayBefore)).toBe(100);
  expect(await readPointsOn(context, await customer.id(), formatDate(end, zone))).toBe(0);
});
