import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformPlan } from "#app/platform/platform-plan-group.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What is special about memberships in the portal: what was paid is time. The platform's record is the judge.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let club: PlatformPlan[];

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  club = groups.find(({ name }) => name === "Gold Club")?.plans ?? [];
});
afterAll(() => testApp.close());

const idOf = (word: string) => club.find(({ name }) => name.includes(word))?.planId ?? Number.NaN;

const member = (word: string, contract: Record<string, unknown> = {}) =>
  billedSubscription(shop, {
    ...{ kind: "membership", plan_id: idOf(word), price: undefined },
    ...contract,
  });

const look = async ({ cid, contractId }: BilledSubscription): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

const change = ({ cid, contractId }: BilledSubscription, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });

test.each([
  ["monthly", "yearly"],
  ["yearly", "monthly"],
])("a change from %s to %s begins when what was paid has ended", async (from, to) => {
  const { clock, platform } = await shop.context();
  const due = addDays(clock.now(), 10, zone);
  const own = await member(from, { next_billing_date: due });
  const { choices, revision } = await look(own);
  const plan_id = idOf(to);
  const day = formatDate(due, zone);
  const amount_minor = expect.any(Number);
  expect(choices.frequencies).toMatchObject([{ plan_id, next_charge_date: day, amount_minor }]);
  const changed = await change(own, { action: "change_frequency", revision, plan_id });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(changed.body.contract.next_billing_date).toBe(day);
  await goTo(shop, addDays(due, 1, zone));
  expect(await own.charges()).toHaveLength(1);
  const { lastCharge } = (await platform.getContract(own.contractId)) ?? {};
  expect(lastCharge?.amountMinor).toBe(choices.frequencies[0].amount_minor);
});

test("a charge that is further away than a date may be moved has no day to choose", async () => {
  const own = await member("yearly");
  for (let times = 0; times < 2; times += 1) {
    const { charge_at } = await look(own);
    expect((await change(own, { action: "skip", charge_at })).status).toBe(200);
  }
  const { choices, charge_at } = await look(own);
  expect(choices.move).toBeNull();
  // What names the charge is there as long as something can be done with it.
  expect(charge_at === null).toBe(choices.skip === null && choices.charge_now === null);
});
