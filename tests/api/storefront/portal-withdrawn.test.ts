import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { withdrawals } from "#tests/support/withdrawals.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("withdrawing ends the contract at once, with a receipt, a line, an event, and a task for the merchant", async () => {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
  const { look, withdraw, mailsOf, toRefund } = withdrawals(shop);
  const own = await billedSubscription(shop, { plan_name: "Herb club" });
  const before = await look(own);
  const made = (await own.row()).platformCreatedAt;
  expect(before.choices.withdraw).toEqual({ last_day: formatDate(addDays(made, 14, zone), zone) });

  const { status, body } = await withdraw(own);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    contract: { status: "cancelled", ends_on: null },
    choices: { withdraw: null, reactivate: null },
    withdrawn_at: expect.any(String),
  });
  expect((await shop.platformContract(own.contractId))?.status).toBe("cancelled");
  await shop.quiet();
  const row = await own.row();
  expect(row.endsAt).toEqual(row.cancelledAt);

  const [receipt, ...others] = await mailsOf(/Herb club/);
  expect(others).toEqual([]);
  expect(receipt?.subject).toBe("You have withdrawn from Herb club");
  expect(receipt?.text).toContain(String(own.contractId));
  expect(receipt?.text).toMatch(/Withdrawn on.*\d{4}.*\d{2}:\d{2}.*(CET|GMT\+\d)/s);
  expect(receipt?.text).toContain("refunds what you have paid within 14 days");
  expect((await own.timeline()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["subscription.withdrawn", "subscription.cancelled"]),
  );
  const { db, shop: store } = await shop.context();
  const events = await db.prisma.event.findMany({
    where: { shopId: store.id, kind: { in: ["withdrawal.declared", "subscription.cancelled"] } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ kind }) => kind)).toEqual(["withdrawal.declared", "subscription.cancelled"]);

  expect(await toRefund()).toMatchObject([{ subscriptionId: row.id, amountMinor: 1500 }]);
  const { body: rows } = await shop.proxy("/data/cancellation-reasons", { key: shop.key });
  expect(JSON.stringify(rows)).toContain("Withdrawn from contract");
});
