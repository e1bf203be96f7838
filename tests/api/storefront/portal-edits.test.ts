import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, addInterval, addIntervals, formatDate } from "#app/lib/zoned-time.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a shopper changes of a contract's content, by the portal's interface, with the platform's own record as judge.

const zone = "Pacific/Auckland";
let testApp: TestApp;
let shop: TestShop;
let plans: { planId: number; name: string }[];

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  plans = groups.find(({ name }) => name === "Plants by post")?.plans ?? [];
});
afterAll(() => testApp.close());

const now = async () => (await shop.context()).clock.now();
const day = (instant: Date) => formatDate(instant, zone);
const planCalled = (name: string) =>
  plans.find((plan) => plan.name.startsWith(name))?.planId ?? Number.NaN;

type Own = Pick<BilledSubscription, "cid" | "contractId">;

const look = async ({ cid, contractId }: Own): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
const change = ({ cid, contractId }: Own, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });

/** Three pots (14.90) every 4 weeks, 10 % off (13.41), and 4.90 for the delivery; due in ten days. */
async function herbs(contract: Record<string, unknown> = {}): Promise<BilledSubscription> {
  return billedSubscription(shop, {
    kind: "product",
    plan_id: planCalled("Every 4 weeks"),
    price: undefined,
    next_billing_date: addDays(await now(), 10, zone),
    ...contract,
  });
}

const onPlatform = async ({ contractId }: Own) => {
  const found = await (await shop.context()).platform.getContractTerms(contractId);
  if (!found) throw new Error("no such contract");
  return found;
};

const changesOf = async (subscription: BilledSubscription) =>
  (await subscription.timeline()).filter(({ kind }) => kind.endsWith("_changed"));

describe("another frequency", () => {
  test("comes on the date and at the price that were shown, with its plan on the line", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const due = (await own.row()).nextBillingAt as Date;
    const begun = addIntervals(due, { unit: "week", count: 4 }, -1, zone);
    expect(choices.frequencies).toEqual([
      {
        plan_id: planCalled("Every 2 weeks"),
        name: "Every 2 weeks, 15% off",
        interval: { unit: "week", count: 2 },
        // 14.90 less 15 % is 12.665, and 4.90.
        amount_minor: 1267 + 490,
        next_charge_date: day(addInterval(begun, { unit: "week", count: 4 }, zone)),
      },
      {
        plan_id: planCalled("Every 8 weeks"),
        name: "Every 8 weeks, 5% off",
        interval: { unit: "week", count: 8 },
        amount_minor: 1416 + 490,
        next_charge_date: day(addInterval(begun, { unit: "week", count: 8 }, zone)),
      },
    ]);
    const plan_id = planCalled("Every 8 weeks");
    const changed = await change(own, { action: "change_frequency", revision, plan_id });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body.contract).toMatchObject({
      plan_name: "Every 8 weeks, 5% off",
      ...{ interval_name: "week", interval_count: 8 },
      next_charge_minor: choices.frequencies[1].amount_minor,
      next_billing_date: choices.frequencies[1].next_charge_date,
    });
    const { contract } = await onPlatform(own);
    expect(contract.lines).toMatchObject([{ sellingPlanId: plan_id, priceMinor: 1416 }]);
    expect(contract.deliveryInterval).toEqual({ unit: "week", count: 8 });
    expect(await changesOf(own)).toEqual([
      {
        kind: "subscription.frequency_changed",
        message: "Every 4 weeks, 10% off was changed to Every 8 weeks, 5% off.",
      },
    ]);
    await goTo(shop, addDays(due, 1, zone));
    expect(await own.charges()).toEqual([]);
  });
});

describe("another quantity", () => {
  test("is what its own amount says, and is charged so", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const [line] = choices.lines;
    expect(line).toMatchObject({ quantity: 1, price_minor: 1341, quantities: { least: 1 } });
    const { amounts } = line.quantities;
    expect(amounts.slice(0, 3)).toEqual([1831, 3172, 4513]);
    const wish = { action: "change_quantity", revision, line_id: line.line_id, quantity: 3 };
    const { status, body } = await change(own, wish);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.contract).toMatchObject({ price_minor: 4023, next_charge_minor: 4513 });
    expect(await changesOf(own)).toEqual([
      {
        kind: "subscription.quantity_changed",
        message: "The quantity of Kitchen herb trio (Three pots) was changed from 1 to 3.",
      },
    ]);
    const due = (await own.row()).nextBillingAt as Date;
    await goTo(shop, addDays(due, 1, zone));
    expect(await own.charges()).toMatchObject([{ state: "success" }]);
    expect((await onPlatform(own)).contract.lastCharge?.amountMinor).toBe(4513);
  });

  test("keeps a discount in percent and an amount off each piece, and says so before", async () => {
    const own = await herbs();
    for (const value of [
      { kind: "percentage", percentage: 33 },
      { kind: "fixed_amount", amountMinor: 250, currency: "EUR" },
    ] as const) {
      const { platform } = await shop.context();
      const addition = { kind: "add_discount", title: "For you", value } as const;
      const { draftId } = await platform.draftContractChange(own.contractId, {
        ...addition,
        recurringCycleLimit: 4,
      });
      await platform.commitContractChange(draftId, own.contractId);
    }
    await shop.quiet();
    const { choices, revision } = await look(own);
    const [line] = choices.lines;
    const wish = { action: "change_quantity", revision, line_id: line.line_id, quantity: 7 };
    const { body } = await change(own, wish);
    expect(body.contract.next_charge_minor).toBe(line.quantities.amounts[6]);
    expect((await onPlatform(own)).contract.discounts).toHaveLength(2);
  });

  test.each([
    [0, 422],
    [-1, 422],
    [21, 422],
    [1.5, 422],
    [Number.MAX_SAFE_INTEGER, 422],
    [1e300, 422],
    ["2", 422],
    [null, 422],
  ])("of %s is refused by name, and changes nothing", async (quantity, status) => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const { line_id } = choices.lines[0];
    const refused = await change(own, { action: "change_quantity", revision, line_id, quantity });
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body)).toContain("quantity");
    expect((await look(own)).revision).toBe(revision);
  });
});

describe("another variant", () => {
  test("of the same product has the plan's discount on its own price", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const [{ line_id, variants }] = choices.lines;
    expect(variants).toMatchObject([
      { title: "Six pots", price_minor: 2421, amount_minor: 2911, available: true },
    ]);
    const [{ variant_id }] = variants;
    const { status, body } = await change(own, {
      ...{ action: "change_variant", revision, line_id, variant_id },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.contract).toMatchObject({
      next_charge_minor: 2911,
      lines: [{ title: "Kitchen herb trio", variant_title: "Six pots" }],
    });
    expect(body.choices.lines[0].variants).toMatchObject([{ title: "Three pots" }]);
    expect((await onPlatform(own)).lines[0]?.variantId).toBe(variant_id);
    expect(await changesOf(own)).toMatchObject([
      { message: "Kitchen herb trio was changed from Three pots to Six pots." },
    ]);
  });

  test("of another product, or one that is none, is refused", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const { line_id } = choices.lines[0];
    for (const variant_id of [1, 99_999_999, 2 ** 52]) {
      const refused = await change(own, {
        ...{ action: "change_variant", revision, line_id, variant_id },
      });
      expect(refused.status).toBe(422);
      expect(refused.body.data).toContain("variant_id");
    }
    expect((await look(own)).revision).toBe(revision);
  });
});

const berlin = {
  ...{ first_name: "Ada", last_name: "Weber", company: "Weber GmbH", address1: "Neue Straße 3" },
  address2: "",
  ...{ city: "Berlin", zip: "10117", province_code: "", country_code: "DE", phone: "+49 30 1" },
};

describe("another address", () => {
  test("is where the platform sends the next delivery, and stands in no event", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    expect(choices.address).toMatchObject({ address1: "1 Market Street", country_code: "DE" });
    const { status, body } = await change(own, {
      ...{ action: "change_address", revision, address: berlin },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.choices.address).toEqual(berlin);
    expect((await onPlatform(own)).delivery?.address).toMatchObject({ address1: "Neue Straße 3" });
    expect(await changesOf(own)).toMatchObject([{ kind: "subscription.address_changed" }]);
    const { db, shop: row } = await shop.context();
    const told = JSON.stringify(
      [
        await db.prisma.activity.findMany({ where: { shopId: row.id } }),
        await db.prisma.event.findMany({ where: { shopId: row.id } }),
        await own.row(),
      ],
      (_, value) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(told).toContain("own_change.made");
    expect(told).not.toContain("Neue Straße");
  });

  test("leaves how it is delivered as it is", async () => {
    const own = await herbs();
    const { platform } = await shop.context();
    const { contract, delivery } = await onPlatform(own);
    const courier = {
      ...{ code: "DHL_X", title: "Courier", presentmentTitle: "Kurier", description: "By noon" },
    };
    // As the merchant does in the platform's admin.
    const draftId = await platform.draftTerms(own.contractId, {
      ...{ revisionId: contract.revisionId, currency: "EUR", interval: null, nextBillingAt: null },
      ...{ delivery: delivery && { ...delivery, option: courier }, lines: [] },
    });
    await platform.commitContractChange(draftId, own.contractId);
    await shop.quiet();
    const { revision } = await look(own);
    const { status } = await change(own, {
      ...{ action: "change_address", revision, address: berlin },
    });
    expect(status).toBe(200);
    expect((await onPlatform(own)).delivery).toEqual({
      address: expect.objectContaining({ address1: "Neue Straße 3", company: "Weber GmbH" }),
      option: courier,
    });
  });

  test("has no line breaks and no marks of direction in its parts", async () => {
    const own = await herbs();
    const { revision } = await look(own);
    const typed = Object.fromEntries(
      Object.entries(berlin).map(([name, part]) => [name, part && `\u202e${part}\n\u0007`]),
    );
    const { status, body } = await change(own, {
      ...{ action: "change_address", revision },
      address: { ...typed, city: "Ber\u2028lin\u2067" },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.choices.address).toEqual({ ...berlin, city: "Ber lin" });
  });

  test.each([
    ["last_name", { last_name: " " }],
    ["last_name", { last_name: "\u200b\u2066" }],
    ["address1", { address1: "" }],
    ["city", { city: "" }],
    ["country_code", { country_code: "ZZ" }],
    ["country_code", { country_code: "de" }],
    ["zip", { zip: "ABC" }],
    ["province_code", { country_code: "US", zip: "10001", province_code: "Ontario" }],
  ])("with a wrong %s is refused by name, and changes nothing", async (field, wrong) => {
    const own = await herbs();
    const { revision } = await look(own);
    const address = { ...berlin, ...wrong };
    const refused = await change(own, { action: "change_address", revision, address });
    expect(refused.status, JSON.stringify(refused.body)).toBe(422);
    expect(refused.body.data).toContain(`address.${field}`);
    expect((await look(own)).revision).toBe(revision);
  });

  test("is not offered where nothing is shipped", async () => {
    const membership = await billedSubscription(shop);
    expect((await look(membership)).choices).toMatchObject({ address: null, lines: [] });
  });
});

describe("a change of the content", () => {
  test("that comes eight times at once, and again, is made once", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const { line_id } = choices.lines[0];
    const wish = { action: "change_quantity", revision, line_id, quantity: 2 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(own, wish)));
    answers.push(await change(own, wish));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(answers.map(({ body }) => body.contract.price_minor)).toEqual(Array(9).fill(2682));
    expect(await changesOf(own)).toHaveLength(1);
  });

  test("beside another one at once: one is made, the other is refused and leaves nothing", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const { line_id } = choices.lines[0];
    const wishes = [2, 3, 4, 5].map((quantity) => ({
      ...{ action: "change_quantity", revision, line_id, quantity },
    }));
    const answers = await Promise.all(wishes.map((wish) => change(own, wish)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.code]).toEqual([409, "contract_changed"]);
    }
    expect(await changesOf(own)).toHaveLength(1);
    expect((await look(own)).contract.price_minor).toBe(made[0]?.body.contract.price_minor);
  });

  test("of what the merchant has changed meanwhile is refused, unless it is so already", async () => {
    const own = await herbs();
    const { choices, revision } = await look(own);
    const { line_id } = choices.lines[0];
    const { platform } = await shop.context();
    const { lineGid } = (await onPlatform(own)).contract.lines[0] ?? { lineGid: "" };
    const prices = [{ lineGid, priceMinor: 1100 }];
    const { draftId } = await platform.draftContractChange(own.contractId, {
      ...{ kind: "set_prices", prices, currency: "EUR", nextBillingAt: null },
    });
    await platform.commitContractChange(draftId, own.contractId);
    const wish = { action: "change_quantity", revision, line_id };
    expect(await change(own, { ...wish, quantity: 2 })).toMatchObject({
      ...{ status: 409, body: { code: "contract_changed" } },
    });
    expect((await change(own, { ...wish, quantity: 1 })).status).toBe(200);
    expect(await changesOf(own)).toEqual([]);
    expect((await look(own)).contract.price_minor).toBe(1100);
  });

  test("of somebody else's contract is no such contract; one without its fields is refused", async () => {
    const own = await herbs();
    const { revision } = await look(own);
    const stranger = await shop.createContract();
    const wish = { action: "change_address", revision, address: berlin };
    expect((await change({ ...own, cid: stranger.cid }, wish)).status).toBe(404);
    for (const wrong of [
      { action: "change_frequency", revision },
      { action: "change_frequency", plan_id: 1 },
      { action: "change_frequency", revision, plan_id: "1" },
      { action: "change_frequency", revision, plan_id: 999_999 },
      { action: "change_quantity", revision, line_id: "none", quantity: 2 },
      { action: "change_address", revision, address: null },
      { action: "change_address", revision, address: { ...berlin, planet: "x" } },
      { action: "change_address", revision, address: { ...berlin, city: "x".repeat(300) } },
    ]) {
      expect((await change(own, wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    expect((await look(own)).revision).toBe(revision);
  });

  test("of a paused one is all but its frequency", async () => {
    const own = await herbs();
    await change(own, { action: "pause", cycles: 1 });
    const { choices, revision } = await look(own);
    expect(choices.frequencies).toEqual([]);
    const { line_id } = choices.lines[0];
    const plan_id = planCalled("Every 8 weeks");
    const frequency = await change(own, { action: "change_frequency", revision, plan_id });
    expect(frequency).toMatchObject({ status: 409, body: { code: "change_refused" } });
    expect(frequency.body.message).toContain("Resume it first");
    const more = await change(own, { action: "change_quantity", revision, line_id, quantity: 2 });
    expect(more.body.contract).toMatchObject({ status: "paused", price_minor: 2682 });
  });

  test("of one that owes a charge is its address alone; of a canceled one nothing", async () => {
    const own = await herbs();
    const { choices } = await look(own);
    const { line_id } = choices.lines[0];
    await own.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, addDays((await own.row()).nextBillingAt as Date, 1, zone));
    const { revision, choices: now } = await look(own);
    expect(now).toMatchObject({ frequencies: [], lines: [{ quantities: null, variants: [] }] });
    const more = { action: "change_quantity", revision, line_id, quantity: 2 };
    expect(await change(own, more)).toMatchObject({
      ...{ status: 409, body: { code: "charge_not_retryable" } },
    });
    const moved = await change(own, { action: "change_address", revision, address: berlin });
    expect(moved.body.choices.address).toEqual(berlin);
    const ended = await shop.createContract({ kind: "product", status: "cancelled" });
    expect((await look(ended)).choices).toMatchObject({
      frequencies: [],
      lines: [],
      address: null,
    });
    expect((await change(ended, more)).body.code).toBe("contract_cancelled");
  });

  test("takes nothing that a reward has added", async () => {
    const own = await herbs();
    const { platform } = await shop.context();
    const [product] = (await platform.searchProducts("Plant of the season", null)).items;
    const productId = product?.productId ?? 0;
    const gift = await platform.draftContractChange(own.contractId, {
      kind: "add_free_line",
      productId,
    });
    await platform.commitContractChange(gift.draftId, own.contractId);
    const { choices, revision } = await look(own);
    const free = choices.lines[1];
    expect(free).toMatchObject({ price_minor: 0, quantities: null, variants: [] });
    const { line_id } = free;
    const more = await change(own, { action: "change_quantity", revision, line_id, quantity: 2 });
    expect(more).toMatchObject({ status: 409, body: { code: "change_refused" } });
    const plan_id = planCalled("Every 8 weeks");
    const changed = await change(own, { action: "change_frequency", revision, plan_id });
    expect(changed.status).toBe(200);
    expect((await onPlatform(own)).contract.lines).toMatchObject([
      { sellingPlanId: plan_id, priceMinor: 1416 },
      { sellingPlanId: null, priceMinor: 0, quantity: 1 },
    ]);
  });
});
