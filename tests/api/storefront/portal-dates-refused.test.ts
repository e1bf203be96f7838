import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What becomes of a shopper's change of dates that the platform refuses, with every code that the operation has.

const zone = "Europe/Berlin";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
});
afterAll(() => testApp.close());

const look = async ({ cid, contractId }: BilledSubscription): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
/** The platform counts every write, also one that is taken back. */
const facts = ({ revision: _, ...seen }: AnyJson): AnyJson => seen;
const change = ({ cid, contractId }: BilledSubscription, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });

function codesOf(enumName: string): string[] {
  const type = adminSchema().getType(enumName);
  return type && "getValues" in type ? type.getValues().map(({ name }) => name) : [];
}

/** What a mail to the shopper follows. */
const receipts = async () => {
  const { db, shop: row } = await shop.context();
  return db.prisma.event.count({ where: { shopId: row.id, kind: "own_change.made" } });
};

async function contract(): Promise<BilledSubscription> {
  const due = addDays((await shop.context()).clock.now(), 10, zone);
  return billedSubscription(shop, { next_billing_date: due });
}

test.each([
  [
    "skip",
    "subscriptionBillingCycleScheduleEdit",
    "SubscriptionBillingCycleErrorCode",
    (seen: AnyJson) => ({ action: "skip", charge_at: seen.charge_at }),
  ],
  [
    "move",
    "subscriptionContractSetNextBillingDate",
    "SubscriptionContractErrorCode",
    (seen: AnyJson) => ({
      action: "move",
      charge_at: seen.charge_at,
      day: seen.choices.move.latest,
    }),
  ],
  [
    "charge now",
    "subscriptionContractSetNextBillingDate",
    "SubscriptionContractErrorCode",
    (seen: AnyJson) => ({ action: "charge_now", charge_at: seen.charge_at }),
  ],
  [
    "pause",
    "subscriptionContractPause",
    "SubscriptionContractStatusUpdateErrorCode",
    () => ({ action: "pause", cycles: 1 }),
  ],
  [
    "a pause until a day",
    "subscriptionContractPause",
    "SubscriptionContractStatusUpdateErrorCode",
    (seen: AnyJson) => ({ action: "pause_until", day: seen.choices.pause_until.latest }),
  ],
] as const)(
  "%s, refused with any code of %s, changes nothing and says what to do",
  async (name, operation, codeType, wish) => {
    const own = await contract();
    const seen = await look(own);
    const codes = codesOf(codeType);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) {
      await shop.control("refuse-next", { operation, code, message: "Computer says no." });
      const { status, body } = await change(own, wish(seen));
      expect([status, body.code], code).toEqual([422, "platform_refused"]);
      expect(body.message).toBe(
        "The store cannot do that just now. Try again later, or ask the store.",
      );
      expect(facts(await look(own)), code).toEqual(facts(seen));
    }
    const lines = (await own.timeline()).map(({ kind }) => kind);
    const refused = name === "charge now" ? ["billing.brought_forward", "billing.date_kept"] : [];
    expect(lines).toEqual(codes.flatMap(() => refused));
    expect(await own.charges()).toEqual([]);
    expect(await receipts()).toBe(0);
  },
);

test("an end of a pause that the platform refuses changes nothing", async () => {
  const own = await contract();
  expect((await change(own, { action: "pause", cycles: 1 })).status).toBe(200);
  const seen = await look(own);
  const lines = await own.timeline();
  for (const [operation, codeType] of [
    ["subscriptionContractActivate", "SubscriptionContractStatusUpdateErrorCode"],
    ["subscriptionContractSetNextBillingDate", "SubscriptionContractErrorCode"],
  ] as const) {
    for (const code of codesOf(codeType)) {
      await shop.control("refuse-next", { operation, code, message: "Computer says no." });
      const { status, body } = await change(own, { action: "resume" });
      expect([status, body.code], `${operation} ${code}`).toEqual([422, "platform_refused"]);
      expect(facts(await look(own)), `${operation} ${code}`).toEqual(facts(seen));
    }
  }
  expect(await own.timeline()).toEqual(lines);
  expect((await change(own, { action: "resume" })).status).toBe(200);
});

/** What the platform refuses now and may take later is waited for; a skipped cycle is not charged. */
const OTHERWISE = [
  "THROTTLED",
  "PROCESSING_FAILED",
  "CONTRACT_UNDER_REVIEW",
  "BILLING_CYCLE_SKIPPED",
];

test("a charge now that the platform refuses for good leaves the date as it was, and is made on it", {
  timeout: 300_000,
}, async () => {
  const operation = "subscriptionBillingAttemptCreate";
  const own = await contract();
  const seen = await look(own);
  const codes = codesOf("BillingAttemptUserErrorCode").filter((code) => !OTHERWISE.includes(code));
  expect(codes.length).toBeGreaterThan(8);
  for (const code of codes) {
    await shop.control("refuse-next", { operation, code, message: "Computer says no." });
    const wish = { action: "charge_now", charge_at: (await look(own)).charge_at };
    const { status, body } = await change(own, wish);
    expect([status, body.code], code).toEqual([422, "platform_refused"]);
    expect(body.message).not.toContain("Computer");
    expect(facts(await look(own)), code).toEqual(facts(seen));
  }
  expect(await own.cycles()).toEqual([]);
  expect(await own.attempts()).toEqual([]);
  await goTo(shop, addDays(new Date(seen.charge_at), 1, zone));
  expect(await own.charges()).toMatchObject([{ state: "success" }]);
});
