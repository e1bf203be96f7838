import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { changeOnPlatform } from "#tests/support/contract-draft.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The charge of 15 February fails. While it is owed its contract gets another interval, and then it is paid.

const zone = "Europe/Berlin";
const DECLINED = "INSUFFICIENT_FUNDS";
const TWICE_A_YEAR = { interval_count: 6, interval_name: "month" } as const;
let testApp: TestApp;
let shop: TestShop;
let own: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone });
  await goTo(shop, new Date("2027-02-10T09:00:00Z"));
  own = await billedSubscription(shop, {
    created_at: "2027-01-15T08:00:00Z",
    next_billing_date: "2027-02-15T08:00:00Z",
  });
  await shop.quiet();
});

/** Fails the charge so many times before it is paid, and goes to the first failure. */
async function owe(failures = 1): Promise<void> {
  await own.nextPayments(...Array<string>(failures).fill(DECLINED), "success");
  await goTo(shop, new Date("2027-02-15T12:00:00Z"));
}

const offerOf = (rules: { interval_count: number; interval_name: "week" | "month" | "year" }) =>
  createOffer(shop, { type: "change_frequency", ...rules });

async function accept(offerId: number): Promise<{ next_billing_date: string }> {
  const path = `/membership/churn/${own.contractId}/offers/${offerId}/activation`;
  const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  return body.reward;
}

/** The days on which it was paid, by a day. */
async function paidUntil(day: string): Promise<string[]> {
  await goTo(shop, new Date(`${day}T12:00:00Z`));
  const paid = (await own.attempts()).filter(({ status }) => status === "success");
  return paid.map(({ completedAt }) => formatDate(completedAt as Date, zone));
}

/** The contract's draft gets these fields in the platform's own admin. */
async function change(input: string): Promise<void> {
  const field = `subscriptionDraftUpdate(draftId: $id, input: ${input})`;
  await changeOnPlatform(shop, own.contractId, field);
  await shop.quiet();
}

const every = (count: number, unit: string) => {
  const policy = `{ interval: ${unit}, intervalCount: ${count} }`;
  return `{ billingPolicy: ${policy}, deliveryPolicy: ${policy} }`;
};

describe("an offer of another interval, taken while a charge is owed", () => {
  test.each([
    ["6 months", TWICE_A_YEAR, "2027-08-15"],
    ["6 weeks", { interval_count: 6, interval_name: "week" }, "2027-03-29"],
    ["1 year", { interval_count: 1, interval_name: "year" }, "2028-02-15"],
  ] as const)(
    "of %s leaves the charge where it is, and is counted from its day",
    async (_, rules, day) => {
      await owe();
      const reward = await accept(await offerOf(rules));
      expect(formatDate(new Date(reward.next_billing_date), zone)).toBe(day);
      const [recovered, ...later] = await paidUntil(day);
      expect(recovered?.slice(0, 7)).toBe("2027-02");
      expect(later).toEqual([day]);
    },
  );

  test("shows the day of the charge after it before it is accepted, and the card shows the same", async () => {
    await owe();
    const offerId = await offerOf({ interval_count: 6, interval_name: "week" });
    await offerFor(shop, "not_using_enough", offerId);
    const flow = (step: string, body: object) =>
      shop.proxy(`/storefront/cancel-flow/${own.contractId}/${step}`, { cid: own.cid, body });
    const { body } = await flow("reason", { reason: "not_using_enough" });
    expect(body.offer.frequency.next_billing_date).toBe("2027-03-29");
    const accepted = await flow("accept", {
      ...{ flow_id: body.flow_id, offer_id: offerId, idempotency_key: "every-six-weeks" },
    });
    expect(accepted.body.contract).toMatchObject({
      charge_due_since: "2027-02-15",
      active_offer: { frequency: { next_billing_date: "2027-03-29" } },
    });
  });

  test("that is shorter is charged on its next weekday after the payment, and never twice on one day", async () => {
    await owe(3);
    await accept(await offerOf({ interval_count: 1, interval_name: "week" }));
    const days = await paidUntil("2027-04-30");
    const [recovered, ...later] = days.map((day) => Temporal.PlainDate.from(day));
    const first = recovered?.add({ days: 8 - recovered.dayOfWeek });
    expect(later.map(String)).toEqual(later.map((_, weeks) => String(first?.add({ weeks }))));
    expect(later.length).toBeGreaterThan(5);
  });

  test("is followed by the former interval from the charge that is owed on, once the merchant takes it back", async () => {
    await accept(await offerOf(TWICE_A_YEAR));
    await own.nextPayments(DECLINED, "success");
    await goTo(shop, new Date("2027-07-15T12:00:00Z"));
    const { db, shop: row } = await shop.context();
    const { id } = await db.prisma.appliedOffer.findFirstOrThrow({ where: { shopId: row.id } });
    await revokeAppliedOffer(await shop.context(), id);
    await shop.quiet();
    const [recovered, ...later] = await paidUntil("2027-09-20");
    expect(recovered?.slice(0, 7)).toBe("2027-07");
    expect(later).toEqual(["2027-08-15", "2027-09-15"]);
  });
});

describe("an interval that the merchant changes on the platform while a charge is owed", () => {
  test.each([
    ["longer", 6, "MONTH", ["2027-08-15"]],
    ["shorter", 2, "WEEK", ["2027-03-01", "2027-03-15"]],
  ] as const)("is counted from the charge's day where it is %s", async (_, count, unit, days) => {
    await owe();
    await change(every(count, unit));
    const [recovered, ...later] = await paidUntil(days.at(-1) as string);
    expect(recovered?.slice(0, 7)).toBe("2027-02");
    expect(later).toEqual(days);
  });

  test("is counted the same when its news comes only after the charge was paid", async () => {
    await owe();
    await shop.control("webhooks", { lose: true });
    await change(every(6, "MONTH"));
    const [recovered, ...later] = await paidUntil("2027-08-15");
    expect(recovered?.slice(0, 7)).toBe("2027-02");
    expect(later).toEqual(["2027-08-15"]);
  });

  test("and a date that passes before the charge is paid: nobody is charged twice on one day", async () => {
    await owe(2);
    await change('{ nextBillingDate: "2027-02-18T08:00:00Z" }');
    const days = await paidUntil("2027-04-20");
    expect(new Set(days).size).toBe(days.length);
    expect(days.slice(1)).toEqual(["2027-03-15", "2027-04-15"]);
  });
});
