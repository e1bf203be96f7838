import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleOwnEdit } from "#app/domain/portal/edits/settle-edit.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What becomes of a shopper's change of content when the platform does not want it, or does not answer.

const zone = "Europe/Berlin";
const STEPS = [
  "subscriptionContractUpdate",
  "subscriptionDraftUpdate",
  "subscriptionDraftLineUpdate",
  "subscriptionDraftCommit",
];

let testApp: TestApp;
let shop: TestShop;
let weekly8: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  const plans = groups.find(({ name }) => name === "Plants by post")?.plans ?? [];
  weekly8 = plans.find(({ name }) => name.startsWith("Every 8"))?.planId ?? 0;
});
afterAll(() => testApp.close());

const look = async ({ cid, contractId }: BilledSubscription): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
const change = ({ cid, contractId }: BilledSubscription, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });

async function herbs(): Promise<BilledSubscription> {
  const due = addDays((await shop.context()).clock.now(), 10, zone);
  return billedSubscription(shop, { kind: "product", price: undefined, next_billing_date: due });
}

const toldOf = async (own: BilledSubscription) =>
  (await own.timeline()).filter(({ kind }) => kind.endsWith("_changed"));

/** All four steps are taken by it. */
const everyEightWeeks = async (own: BilledSubscription) => {
  const { revision } = await look(own);
  return { action: "change_frequency", revision, plan_id: weekly8 };
};

const codes = () => {
  const type = adminSchema().getType("SubscriptionDraftErrorCode");
  return type && "getValues" in type ? type.getValues().map(({ name }) => name) : [];
};

describe("every code that the platform has for a draft", () => {
  test.each(STEPS)(
    "is told at %s by what to do, and changes nothing",
    { timeout: 300_000 },
    async (operation) => {
      const own = await herbs();
      const wish = await everyEightWeeks(own);
      const before = await look(own);
      expect(codes().length).toBeGreaterThan(40);
      for (const code of codes()) {
        const message = "Computer says no.";
        await shop.control("refuse-next", { operation, code, message });
        const { status, body } = await change(own, wish);
        const isStale = code === "STALE_CONTRACT" || (code === "COMMITTED" && status === 409);
        expect(status, `${code}: ${JSON.stringify(body)}`).toBe(409);
        expect(["change_refused", "contract_changed"]).toContain(body.code);
        if (code === "STALE_CONTRACT") expect(body.code).toBe("contract_changed");
        expect(isStale || body.code === "change_refused", code).toBe(true);
        expect(body.message).not.toContain("Computer");
        expect(body.message).toMatch(/(Ask|ask|Choose|choose|Look|look|Enter|Give|again)/);
      }
      expect(await look(own)).toEqual(before);
      expect((await own.row()).ownEdit).toBeNull();
      expect(await toldOf(own)).toEqual([]);
    },
  );

  test.each([
    ["zip", "address.zip"],
    ["provinceCode", "address.province_code"],
    ["phone", "address.phone"],
    ["countryCode", "address.country_code"],
  ])("that is about the address's %s is told at that field", async (name, field) => {
    const own = await herbs();
    const { revision, choices } = await look(own);
    const place = ["input", "deliveryMethod", "shipping", "address", name];
    const error = { operation: "subscriptionDraftUpdate", code: "INVALID", message: "No." };
    await shop.control("refuse-next", { ...error, field: place });
    const address = { ...choices.address, address1: "Elsewhere 1" };
    const { status, body } = await change(own, { action: "change_address", revision, address });
    expect(status).toBe(422);
    expect(Object.keys(JSON.parse(body.data))).toEqual([field]);
    expect((await look(own)).choices.address).toEqual(choices.address);
  });
});

describe("a platform that fails", () => {
  test.each(
    STEPS.flatMap((operation) =>
      ([500, 429, "disconnect"] as const).map((status) => [operation, status] as const),
    ),
  )("at %s (%s) once is asked again, and the change is made once", async (operation, status) => {
    const own = await herbs();
    const wish = await everyEightWeeks(own);
    await shop.control("fail-next", { operation, status });
    const changed = await change(own, wish);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body.contract).toMatchObject({ interval_count: 8 });
    expect(await toldOf(own)).toHaveLength(1);
  });

  test.each(STEPS.slice(0, 3))(
    "at %s for good changes nothing, and the same change is made afterwards",
    async (operation) => {
      const own = await herbs();
      const wish = await everyEightWeeks(own);
      await shop.control("fail-next", { operation, status: 500, count: 50 });
      const failed = await change(own, wish);
      await shop.control("clear-faults");
      expect(failed).toMatchObject({ status: 503, body: { code: "platform_unavailable" } });
      expect((await own.row()).ownEdit).toBeNull();
      expect((await look(own)).contract.interval_count).toBe(2);
      expect((await change(own, wish)).body.contract.interval_count).toBe(8);
      expect(await toldOf(own)).toHaveLength(1);
    },
  );

  /** As after a kill between draft and commit: what was begun stands in the row, and nobody goes on. */
  async function cutOff(after: "before-effect" | "after-effect") {
    const own = await herbs();
    const wish = await everyEightWeeks(own);
    const fault = { operation: "subscriptionDraftCommit", status: 500, count: 50, after };
    await shop.control("fail-next", fault);
    const failed = await change(own, wish);
    await shop.control("clear-faults");
    expect(failed.status).toBe(503);
    const { id, ownEdit } = await own.row();
    const { key } = ownEdit as { key: string };
    return {
      own,
      wish,
      settle: async () => settleOwnEdit(await shop.context(), { subscriptionId: id, key }),
    };
  }

  test("between draft and commit: the same change again makes it, once", async () => {
    const { own, wish, settle } = await cutOff("before-effect");
    expect((await look(own)).contract.interval_count).toBe(2);
    expect((await change(own, wish)).body.contract.interval_count).toBe(8);
    await settle();
    expect(await toldOf(own)).toHaveLength(1);
  });

  test("between draft and commit: another change waits, and is made once that one is forgotten", async () => {
    const { own, settle } = await cutOff("before-effect");
    const { revision, choices } = await look(own);
    const { line_id } = choices.lines[0];
    const wish = { action: "change_quantity", revision, line_id, quantity: 2 };
    expect((await change(own, wish)).body.code).toBe("contract_changed");
    await settle();
    expect((await own.row()).ownEdit).toBeNull();
    expect((await change(own, wish)).status).toBe(200);
    expect(await toldOf(own)).toMatchObject([{ kind: "subscription.quantity_changed" }]);
  });

  test("after the commit: the change is there, and is told once, by the next try or by the job", async () => {
    for (const goesOn of ["shopper", "job"]) {
      const { own, wish, settle } = await cutOff("after-effect");
      expect((await look(own)).contract.interval_count).toBe(8);
      if (goesOn === "shopper") expect((await change(own, wish)).status).toBe(200);
      await settle();
      await settle();
      expect(await toldOf(own)).toHaveLength(1);
      expect((await own.row()).ownEdit).toBeNull();
    }
  });
});
