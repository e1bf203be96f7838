import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { changeBirthday } from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { goTo, goToJanuary } from "#tests/support/loyalty-calendar.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;
/** Without 29 February; the clock stands on 5 January. */
let year: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  year = await goToJanuary(shop);
  customer = await newCustomer();
});

async function newCustomer(): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", {});
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

const pays = (settings: object = {}, points = 10) =>
  makeRule(shop, {
    ...{ type: "birthday_reward", name: "Birthday", settings },
    reward: { reward_type: "points", points },
  });
const name = (month: number, day: number, of = customer) =>
  shop.proxy(`/loyalty/customers/${of.cid}/birthday`, { cid: of.cid, body: { month, day } });
const balance = async (of = customer) => (await of.points()).available;

describe("a birthday", () => {
  test("is rewarded on its day, every year, whenever the rule was made", async () => {
    expect((await name(2, 20)).status).toBe(200);
    await pays();
    await goTo(shop, `${year}-02-19`);
    expect(await balance()).toBe(0);
    await goTo(shop, `${year}-02-20`);
    expect(await balance()).toBe(10);
    await goTo(shop, `${year + 1}-02-19`);
    expect(await balance()).toBe(10);
    await goTo(shop, `${year + 1}-02-20`);
    expect(await balance()).toBe(20);
  });

  test("on 29 February is kept on the 28th in a year without it", async () => {
    await pays();
    await name(2, 29);
    await goTo(shop, `${year}-02-27`);
    expect(await balance()).toBe(0);
    await goTo(shop, `${year}-02-28`);
    expect(await balance()).toBe(10);
  });

  test("is not rewarded in the first 30 days after it was named", async () => {
    await pays();
    await name(2, 3);
    await goTo(shop, `${year}-03-10`);
    expect(await balance()).toBe(0);
    await goTo(shop, `${year + 1}-02-03`);
    expect(await balance()).toBe(10);
  });

  test("is rewarded so many days before it as the rule says, but not before it counts", async () => {
    await pays({ days_before: 7 });
    await name(2, 20);
    const other = await newCustomer();
    await name(2, 6, other);
    await goTo(shop, `${year}-02-03`);
    expect(await balance(other)).toBe(0);
    await goTo(shop, `${year}-02-04`);
    expect(await balance(other)).toBe(10);
    await goTo(shop, `${year}-02-12`);
    expect(await balance()).toBe(0);
    await goTo(shop, `${year}-02-13`);
    expect(await balance()).toBe(10);
    await goTo(shop, `${year}-03-01`);
    expect(await balance()).toBe(10);
  });

  test("is rewarded once a year where the rule's days are changed after it was given", async () => {
    const rule = await pays({ days_before: 7 });
    await name(3, 20);
    await goTo(shop, `${year}-03-15`);
    expect(await balance()).toBe(10);
    const input = {
      ...{ type: "birthday_reward", name: "Birthday", status: "active", startDate: "2020-01-01" },
      ...{ settings: { days_before: 2 }, reward: { reward_type: "points", points: 99 } },
    };
    await saveRule(await shop.context(), {
      ...{ ruleId: rule.id, version: rule.updatedAt.toISOString(), input },
    });
    await goTo(shop, `${year}-03-25`);
    expect(await balance()).toBe(10);
    await goTo(shop, `${year + 1}-03-18`);
    expect(await balance()).toBe(109);
  });

  test("is missed by no worker that was away for weeks", async () => {
    await pays();
    await name(2, 20);
    const other = await newCustomer();
    await name(2, 25, other);
    const { db, shop: row } = await shop.context();
    const clockOffsetMs = BigInt(row.clockOffsetMs + 60 * 86_400_000);
    await db.prisma.shop.update({ where: { id: row.id }, data: { clockOffsetMs } });
    await shop.control("clock", { advance: "P61D" });
    await shop.quiet();
    expect(await balance()).toBe(10);
    expect(await balance(other)).toBe(10);
  });

  test("of who was erased is rewarded no more, and is not kept", async () => {
    await pays();
    await name(2, 20);
    const id = await customer.id();
    await deliverWebhook(testApp, shop, {
      topic: "customers/redact",
      payload: { customer: { id: customer.cid } },
    });
    await goTo(shop, `${year}-02-21`);
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id, customerId: id };
    expect(await db.prisma.loyaltyBirthday.count({ where })).toBe(0);
    expect(await db.prisma.loyaltyFact.count({ where })).toBe(0);
  });
});

describe("naming a birthday", () => {
  test("is done once by the customer, and can be read by them", async () => {
    const read = () =>
      shop.proxy(`/loyalty/customers/${customer.cid}/birthday`, { cid: customer.cid });
    expect((await read()).body).toEqual({ data: null });
    const named = { data: { month: 2, day: 20, counts_from: `${year}-02-04` } };
    expect((await name(2, 20)).body).toEqual(named);
    expect((await name(2, 20)).body).toEqual(named);
    expect((await name(2, 21)).status).toBe(409);
    expect((await read()).body).toEqual(named);
  });

  test.each([
    [2, 30],
    [13, 1],
    [0, 1],
    [4, 31],
    [1, 0],
  ])("month %i and day %i are refused with 422", async (month, day) => {
    const { status, body } = await name(month, day);
    expect(status).toBe(422);
    expect(Object.keys(JSON.parse(body.data))).toEqual([month < 1 || month > 12 ? "month" : "day"]);
  });

  test("is for nobody else", async () => {
    const body = { month: 2, day: 20 };
    const path = `/loyalty/customers/${customer.cid}/birthday`;
    const other = await newCustomer();
    expect((await shop.proxy(path, { cid: other.cid, body })).status).toBe(403);
    expect((await shop.proxy(path, { body })).status).toBe(403);
    expect((await shop.proxy(path, { cid: other.cid })).status).toBe(403);
  });

  test("is changed by the merchant, who stands on the timeline, and rewarded once a year all the same", async () => {
    await pays();
    await name(2, 20);
    await goTo(shop, `${year}-02-21`);
    expect(await balance()).toBe(10);
    const context = {
      ...(await shop.context()),
      actor: { kind: "merchant", name: "Mia Merchant" },
    } as const;
    expect(await changeBirthday(context, await customer.id(), { month: 2, day: 25 })).toEqual({
      ...{ month: 2, day: 25, countsFrom: `${year}-02-04` },
    });
    await goTo(shop, `${year}-03-05`);
    expect(await balance()).toBe(10);
    await goTo(shop, `${year + 1}-02-24`);
    expect(await balance()).toBe(10);
    await goTo(shop, `${year + 1}-02-25`);
    expect(await balance()).toBe(20);
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, kind: "loyalty_birthday.changed" },
    });
    expect(lines).toMatchObject([{ actorKind: "merchant", actorName: "Mia Merchant" }]);
    expect(lines[0]?.message).not.toMatch(/\d/);
    expect(await changeBirthday(context, await customer.id(), null)).toBeNull();
    expect((await name(5, 5)).status).toBe(200);
  });

  test("a birthday that the merchant moves to a day soon is rewarded on it", async () => {
    await pays({ days_before: 10 });
    await name(12, 24);
    await goTo(shop, `${year}-03-01`);
    await changeBirthday(await shop.context(), await customer.id(), { month: 3, day: 5 });
    await shop.quiet();
    expect(await balance()).toBe(10);
    const other = await newCustomer();
    await name(12, 24, other);
    await goTo(shop, `${year}-05-01`);
    await changeBirthday(await shop.context(), await other.id(), { month: 5, day: 14 });
    await goTo(shop, `${year}-05-03`);
    expect(await balance(other)).toBe(0);
    await goTo(shop, `${year}-05-04`);
    expect(await balance(other)).toBe(10);
  });
});
