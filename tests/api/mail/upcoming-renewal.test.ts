import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { dueIn, renewals, zone } from "#tests/support/mails-by-date.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("a customer is told of a charge to come once, in the morning three days before, with its date and amount; and of the one after it again", async () => {
  const shop = await testApp.createShop({ timezone: zone });
  const { due } = await dueIn(shop, 10);
  const morning = new Date(`${formatDate(addDays(due, -3, zone), zone)}T07:59:00Z`);
  await goTo(shop, new Date(morning.getTime() - 2 * 3_600_000));
  expect(await renewals(shop)).toEqual([]);
  await goTo(shop, new Date(morning.getTime() + 3_600_000));
  const [mail, ...others] = await renewals(shop);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Tea club renews on /);
  expect(mail?.text).toContain("€15.00");
  await goTo(shop, addDays(due, 1, zone));
  expect(await renewals(shop)).toHaveLength(1);
  await goTo(shop, addDays(due, 40, zone));
  expect(await renewals(shop)).toHaveLength(2);
});
