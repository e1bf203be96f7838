import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readChargeCalendar } from "#app/domain/billing/attempts/read-charge-calendar.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { collect } from "#tests/support/collect.ts";
import { importingShop } from "#tests/support/contract-import.ts";
import { endedContracts } from "#tests/support/ended-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A store in Berlin charges on the 31st at midnight, and moves to Los Angeles, where that is the 30th at 3 in the afternoon. Its next
// charge is February's: on the last day there, and on the day before the last one here.

const east = "Europe/Berlin";
const west = "America/Los_Angeles";

let testApp: TestApp;
let shop: TestShop;
/** Of the February that comes next, a month away or more. */
let year: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods", currency: "EUR", timezone: east });
  year = (await shop.context()).clock.now().getUTCFullYear() + 1;
});

async function moveTo(timezone: string) {
  expect((await shop.control("shop", { timezone })).status).toBe(200);
  await shop.quiet();
}

const pad = (part: number) => String(part).padStart(2, "0");

/** `YYYY-MM-DD` of a month of that year, or the month's last day where it has no such day. */
function dayOf(month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${pad(month)}-${pad(Math.min(day, last))}`;
}

/** Midnight in Berlin, in the winter. */
const midnight = (day: string) => addDays(new Date(`${day}T23:00:00Z`), -1, "UTC");
/** The last of February as Berlin has it, and as Los Angeles does. */
const februaryEast = () => midnight(dayOf(2, 31));
const februaryWest = () => formatDate(februaryEast(), west);

const endOf = (month: number) => new Date(`${dayOf(month, 31)}T22:00:00Z`);

async function chargedDays(subscription: BilledSubscription, zone = west): Promise<string[]> {
  const cycles = await subscription.cycles();
  const paid = cycles.filter(({ state }) => state === "paid");
  return paid.map(({ dueAt }) => formatDate(dueAt, zone));
}

const look = async ({ cid, contractId }: Pick<BilledSubscription, "cid" | "contractId">) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

/** Of a contract that the platform has made for an import or a reactivation. */
async function dueDays(contractId: number): Promise<string[]> {
  const { db, shop: store } = await shop.context();
  const where = { shopId: store.id, subscription: { platformContractId: BigInt(contractId) } };
  const cycles = await db.prisma.billingCycle.findMany({
    where: { ...where, state: "paid" },
    orderBy: { cycleIndex: "asc" },
  });
  return cycles.map(({ dueAt }) => formatDate(dueAt, west));
}

const spring = () => [februaryWest(), dayOf(3, 30), dayOf(4, 30), dayOf(5, 30)];

describe("a contract of the 31st whose store moves west before February's charge is charged on the 30th from then on", {
  meta: { slow: "months of charges" },
}, () => {
  test("where the platform counts from February, as every list of charges has said", async () => {
    const own = await billedSubscription(shop, {
      created_at: `${year - 2}-08-30T22:00:00Z`,
      next_billing_date: februaryEast(),
    });
    await moveTo(west);
    const { upcoming, choices } = await look(own);
    const context = await shop.context();
    const forecast = await readChargeCalendar(context, {
      from: context.clock.now(),
      before: new Date(`${dayOf(5, 31)}T07:00:00Z`),
    });
    const [collected] = (await collect(testApp, shop, "subscription_contract")).body;
    await goTo(shop, endOf(5));
    const charged = await chargedDays(own);
    expect(charged).toEqual(spring());
    expect(upcoming.map(({ date }: { date: string }) => date).slice(0, 4)).toEqual(charged);
    expect(choices.skip.next_charge_date).toBe(charged[1]);
    expect(choices.pauses[0]).toMatchObject({ cycles: 1, next_charge_date: charged[1] });
    expect(forecast.map(({ day }) => day)).toEqual(charged);
    expect(collected).toMatchObject({ billing_day: "30" });
  });

  test("after a skip that was made before the move", async () => {
    const own = await billedSubscription(shop, { next_billing_date: midnight(dayOf(1, 31)) });
    await shop.proxy(`/storefront/portal/${own.contractId}/changes`, {
      ...{ cid: own.cid, body: { action: "skip", charge_at: (await look(own)).charge_at } },
    });
    await moveTo(west);
    const { upcoming } = await look(own);
    await goTo(shop, endOf(4));
    expect(await chargedDays(own)).toEqual(spring().slice(0, 3));
    expect(upcoming.map(({ date }: { date: string }) => date).slice(0, 3)).toEqual(
      spring().slice(0, 3),
    );
  });

  test("after a pause that ends after the move", async () => {
    const own = await billedSubscription(shop, { next_billing_date: midnight(dayOf(1, 31)) });
    const { status } = await shop.proxy(`/storefront/portal/${own.contractId}/changes`, {
      ...{ cid: own.cid, body: { action: "pause", cycles: 1 } },
    });
    expect(status).toBe(200);
    await moveTo(west);
    await goTo(shop, endOf(4));
    expect(await chargedDays(own)).toEqual(spring().slice(0, 3));
  });

  test("and on the 31st once more after it has moved back", async () => {
    const own = await billedSubscription(shop, { next_billing_date: midnight(dayOf(1, 31)) });
    await goTo(shop, midnight(dayOf(2, 3)));
    await moveTo(west);
    await goTo(shop, midnight(dayOf(3, 3)));
    await moveTo(east);
    await goTo(shop, midnight(dayOf(6, 3)));
    expect(await chargedDays(own, east)).toEqual([1, 2, 3, 4, 5].map((month) => dayOf(month, 31)));
  });
});

describe("a contract of the 31st that was canceled before the move", () => {
  test("is charged on the 30th after its owner has started it again", {
    meta: { slow: "months of charges" },
  }, async () => {
    const portal = endedContracts(shop, east);
    const own = await billedSubscription(shop, {
      ...{ created_at: midnight(`${year - 1}-01-31`), next_billing_date: februaryEast() },
    });
    await portal.cancel(own);
    await moveTo(west);
    const { status } = await portal.again(own, (await portal.look(own)).revision);
    expect(status).toBe(200);
    await shop.quiet();
    const contracts = await portal.contractsOf(own);
    await goTo(shop, endOf(4));
    const made = Number(contracts.at(-1)?.id.split("/").at(-1));
    expect(await dueDays(made)).toEqual(spring().slice(0, 3));
  });
});

describe("contracts of another app, which charges them in Berlin on the 31st and on 29 February", () => {
  const moments = ["checked", "checked by an earlier version", "made", "active"] as const;
  test.each(moments)(
    "are charged on the days that those are in Los Angeles where the store moves once they are %s",
    {
      meta: { slow: "two years of charges" },
    },
    async (moment) => {
      const importing = await importingShop(shop);
      const next_date = dayOf(2, 31);
      const [monthly, yearly] = [await importing.newCustomer(), await importing.newCustomer()];
      const importId = await importing.upload([
        await importing.line({ customer: String(monthly), start_date: "2024-08-31", next_date }),
        await importing.line({
          ...{ customer: String(yearly), start_date: "2024-02-29", next_date },
          ...{ interval: "year", interval_count: "1" },
        }),
      ]);
      if (moment === "checked by an earlier version") {
        const { db, shop: store } = await shop.context();
        const where = { shopId: store.id, id: importId };
        await db.prisma.contractImport.updateMany({ where, data: { keptZone: null } });
      }
      if (moment.startsWith("checked")) await moveTo(west);
      await importing.confirm(importId);
      if (moment === "made") await moveTo(west);
      await importing.activate(importId);
      if (moment === "active") await moveTo(west);
      const contractOf = async (cid: number) =>
        (await importing.contracts(cid))[0]?.contractId ?? 0;
      const contracts = [await contractOf(monthly), await contractOf(yearly)];
      await goTo(shop, endOf(5));
      expect(await dueDays(contracts[0] ?? 0)).toEqual(spring());
      const { db, shop: store } = await shop.context();
      const row = await db.prisma.subscription.findFirst({
        where: { shopId: store.id, platformContractId: BigInt(contracts[1] ?? 0) },
      });
      expect(formatDate(row?.nextBillingAt ?? new Date(0), west)).toBe(`${year + 1}-02-28`);
    },
  );

  test.each(["checked", "made"] as const)(
    "whose dates pass while they wait keep those days where the store moves once they are %s",
    {
      meta: { slow: "months of charges" },
    },
    async (moment) => {
      const importing = await importingShop(shop);
      const cid = await importing.newCustomer();
      const importId = await importing.upload([
        await importing.line({
          ...{ customer: String(cid), start_date: "2024-08-31", next_date: dayOf(2, 31) },
        }),
      ]);
      if (moment === "checked") {
        await moveTo(west);
        await goTo(shop, midnight(dayOf(3, 3)));
      }
      await importing.confirm(importId);
      if (moment === "made") {
        await moveTo(west);
        await goTo(shop, midnight(dayOf(3, 3)));
      }
      await importing.activate(importId);
      const [contract] = await importing.contracts(cid);
      await goTo(shop, endOf(5));
      expect(await dueDays(contract?.contractId ?? 0)).toEqual(spring().slice(1));
    },
  );
});
