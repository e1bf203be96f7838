import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import type { PortalAction } from "#app/domain/shops/portal-actions.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What the merchant keeps from shoppers, and what shoppers read and choose beside the dates: payment and store credit.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function openShop(): Promise<BilledSubscription> {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const now = (await shop.context()).clock.now();
  return billedSubscription(shop, { next_billing_date: addDays(now, 10, zone) });
}

const look = async ({ cid, contractId }: BilledSubscription) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
const change = ({ cid, contractId }: BilledSubscription, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });

async function switchOff(off: PortalAction[] | null, planId: bigint | null = null) {
  const context = await shop.context();
  const { version } = await readPortalSettings(context, planId);
  return savePortalActions(context, { planId, version, off });
}

describe("what the merchant has switched off", () => {
  test("is not shown to shoppers, and is refused with a way on; the rest stays", async () => {
    const own = await openShop();
    const before = await look(own);
    await switchOff(["skip", "pause", "address", "renewal_credit"]);
    const { choices, charge_at } = await look(own);
    expect(choices).toMatchObject({ skip: null, pauses: [], pause_until: null, address: null });
    expect(choices.move).toEqual(before.choices.move);
    const changes = [
      { action: "skip", charge_at },
      { action: "pause", cycles: 1 },
      { action: "pause_until", day: choices.move.latest },
      { action: "renewal_credit", enabled: true },
    ];
    for (const body of changes) {
      const refused = await change(own, body);
      expect(refused, body.action).toMatchObject({
        status: 409,
        body: { code: "change_refused", message: expect.stringContaining("Ask the store") },
      });
    }
    expect((await own.row()).status).toBe("active");
    const moved = await change(own, { action: "move", charge_at, day: choices.move.latest });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  });

  test("holds for a plan alone where it has a choice of its own, which may allow more", async () => {
    const own = await openShop();
    const { planId } = await own.row();
    if (planId === null) throw new Error("The subscription has no plan.");
    await switchOff(["skip", "move"]);
    await switchOff(["charge_now"], planId);
    expect((await look(own)).choices).toMatchObject({
      skip: { next_charge_date: expect.any(String) },
      charge_now: null,
    });
    await switchOff(null, planId);
    expect((await look(own)).choices).toMatchObject({ skip: null, move: null });
  });

  test("a pause that was begun before can always be ended", async () => {
    const own = await openShop();
    await change(own, { action: "pause", cycles: 2 });
    await switchOff(["pause"]);
    expect((await look(own)).choices.resume).not.toBeNull();
    expect((await change(own, { action: "resume" })).status).toBe(200);
    expect((await own.row()).status).toBe("active");
  });

  test("an edit that somebody else overtook saves nothing; the same one twice is one", async () => {
    await openShop();
    const context = await shop.context();
    const { version } = await readPortalSettings(context, null);
    const save = (off: string[]) => savePortalActions(context, { planId: null, version, off });
    const outcomes = await Promise.all([save(["skip"]), save(["move"])]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["saved", "stale"]);
    const { off } = await readPortalSettings(context, null);
    expect(await save(off ?? [])).toEqual({ outcome: "saved" });
    const where = { shopId: context.shop.id, kind: "portal.actions_changed" };
    expect(await context.db.prisma.activity.count({ where })).toBe(1);
  });

  test("no other store's plan can be chosen, and nothing that is no action", async () => {
    const own = await openShop();
    const { planId } = await own.row();
    await openShop();
    const context = await shop.context();
    await expect(readPortalSettings(context, planId)).rejects.toMatchObject({ code: "not_found" });
    for (const off of [["cancel"], "skip", null, ["skip", 1]]) {
      const version = "[]";
      await expect(
        savePortalActions(context, { planId: null, version, off }),
      ).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});

describe("store credit for renewals", () => {
  test("is chosen in the portal, told by mail and in the timeline, and chosen off again", async () => {
    const own = await openShop();
    expect((await look(own)).choices.renewal_credit).toBeNull();
    const given = { body: { amount: 9, reason: "To begin with" } };
    expect((await shop.core(`/store-credits/${own.cid}/add`, given)).status).toBe(200);
    expect((await look(own)).choices.renewal_credit).toEqual({
      ...{ pays_renewals: false, available_minor: 900 },
    });
    const both = [1, 2].map(() => change(own, { action: "renewal_credit", enabled: true }));
    for (const { status, body } of await Promise.all(both)) {
      expect(status).toBe(200);
      expect(body.choices.renewal_credit.pays_renewals).toBe(true);
    }
    await switchOff(["renewal_credit"]);
    expect((await look(own)).choices.renewal_credit.pays_renewals).toBe(true);
    const off = await change(own, { action: "renewal_credit", enabled: false });
    expect(off.status).toBe(200);
    expect(off.body.choices.renewal_credit).toBeNull();
    await shop.quiet();
    const mails = (await readMailbox(shop)).flatMap(
      ({ text }) => text.match(/Store credit (no longer )?pays renewals/) ?? [],
    );
    expect(mails.filter((text) => text?.startsWith("Store"))).toHaveLength(2);
  });
});

test("the portal says what pays, and where that is changed, until it is canceled", async () => {
  const own = await openShop();
  const { payment } = await look(own);
  expect(payment).toMatchObject({
    card_last_digits: expect.stringMatching(/^\d{4}$/),
    card_expires: expect.stringMatching(/^\d{4}-\d\d$/),
    url: expect.stringMatching(/^https?:/),
  });
});
