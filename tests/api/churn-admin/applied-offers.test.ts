import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import type { AppliedOfferLine } from "#app/domain/churn/reports/applied-offer-line.ts";
import { getAppliedOffer } from "#app/domain/churn/reports/get-applied-offer.ts";
import {
  type AppliedOfferFilter,
  listAppliedOffersForMerchant,
} from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import { readRetentionFigures } from "#app/domain/churn/reports/read-retention-figures.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { readSetupGuide } from "#app/domain/shops/read-setup-guide.ts";
import { updateSetupGuide } from "#app/domain/shops/update-setup-guide.ts";
import {
  readAppliedOfferQuery,
  toFilter,
  toPlace,
} from "#app/routes/admin/applied-offers/applied-offer-query.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const discountRules = {
  type: "discount_price",
  discount_type: "percentage",
  discount_value: 20,
  cycles: 3,
} as const;

/** A store on which `count` shoppers have accepted one offer each, through the Churn API. */
async function storeWithApplied(count: number): Promise<{ shop: TestShop; context: ShopContext }> {
  const shop = await testApp.createShop();
  const offerId = await createOffer(shop, discountRules, "20% off");
  for (let n = 0; n < count; n += 1) {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    const { status } = await shop.proxy(path, { key: shop.key, method: "POST" });
    expect(status).toBe(200);
  }
  return { shop, context: await shop.context() };
}

const list = async (context: ShopContext, filter: AppliedOfferFilter = {}) =>
  (await listAppliedOffersForMerchant(context, filter, "newest", 100)).lines;
const idsOf = (lines: AppliedOfferLine[]) => lines.map(({ id }) => id);

describe("the list of applied offers", () => {
  test("tells who has what, what is left of it and what it has cost", async () => {
    const { context } = await storeWithApplied(1);
    const [line] = await list(context);
    expect(line).toMatchObject({
      state: "active",
      source: "api",
      offerName: "20% off",
      rules: discountRules,
      reason: null,
      customer: { platformCustomerId: expect.any(Number), email: expect.stringContaining("@") },
      priceMinor: 1500,
      priceWithOfferMinor: 1200,
      cost: { costMinor: 0, cyclesLeft: 3 },
      costCurrency: "EUR",
      acceptedAt: expect.any(Date),
    });
  });

  test("pages forth and back show every line once, also when one comes in meanwhile", async () => {
    const { shop, context } = await storeWithApplied(5);
    const all = idsOf(await list(context));
    const first = await listAppliedOffersForMerchant(context, {}, "newest", 2);
    expect([first.newerThan, idsOf(first.lines)]).toEqual([null, all.slice(0, 2)]);

    const offerId = await createOffer(shop, discountRules, "Another");
    const { contractId } = await shop.createContract();
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    await shop.proxy(path, { key: shop.key, method: "POST" });

    const second = await listAppliedOffersForMerchant(
      context,
      {},
      { olderThan: first.olderThan ?? 0n },
      2,
    );
    expect(idsOf(second.lines)).toEqual(all.slice(2, 4));
    const third = await listAppliedOffersForMerchant(
      context,
      {},
      { olderThan: second.olderThan ?? 0n },
      2,
    );
    expect([third.olderThan, idsOf(third.lines)]).toEqual([null, all.slice(4)]);

    const back = await listAppliedOffersForMerchant(
      context,
      {},
      { newerThan: third.newerThan ?? 0n },
      2,
    );
    expect(idsOf(back.lines)).toEqual(all.slice(2, 4));
  });

  test("each filter gives what it says, and all of them together", async () => {
    const { context } = await storeWithApplied(3);
    const lines = await list(context);
    const [one] = lines;
    if (!one?.customer?.email) throw new Error("The line has no customer.");
    await context.db.prisma.appliedOffer.update({
      where: { shopId_id: { shopId: context.shop.id, id: one.id } },
      data: { reasonAlias: "too_expensive", requestedAt: new Date("2026-01-15T12:00:00Z") },
    });
    const only = [one.id];
    const filters: AppliedOfferFilter[] = [
      { customer: one.customer.email },
      { customer: one.customer.email.toUpperCase() },
      { customer: String(one.customer.platformCustomerId) },
      { reason: "too_expensive" },
      { from: new Date("2026-01-15T00:00:00Z"), before: new Date("2026-01-16T00:00:00Z") },
    ];
    for (const filter of filters) expect(idsOf(await list(context, filter))).toEqual(only);
    expect(idsOf(await list(context, Object.assign({}, ...filters)))).toEqual(only);

    expect(await list(context, { state: "active" })).toHaveLength(3);
    expect(await list(context, { state: "cancelled" })).toEqual([]);
    expect(await list(context, { offerId: one.offerId })).toHaveLength(3);
    expect(await list(context, { offerId: 987654321n })).toEqual([]);
    expect(await list(context, { customer: "%" })).toEqual([]);
    expect(await list(context, { customer: "_" })).toEqual([]);
    expect(await list(context, { before: new Date("2026-01-15T12:00:00Z") })).toEqual([]);
  });

  test.each([
    ["NUL alone", "customer=%00"],
    ["NUL within a name", "customer=a%00b"],
    ["bytes that are no character", "customer=%ED%A0%80"],
    ["a name without end", `customer=${"%F0%9F%99%82".repeat(5_000)}`],
    ["words without end", `customer=${"a+".repeat(5_000)}`],
    ["a number of nobody", `customer=${"9".repeat(40)}`],
    ["the first and last day there can be", "from=0000-01-01&to=9999-12-31"],
    ["a span that runs backwards", "from=2999-12-31&to=1000-01-01"],
    ["an offer's number without end", "offer=999999999999999999"],
    ["NUL for all else", "offer=%00&state=%00&reason=%00&from=%00&to=%00"],
    ["a page beyond the list", "older_than=999999999999999999"],
    ["NUL for a page", "newer_than=%00"],
  ])("an address with %s is answered, at worst with nothing", async (_what, address) => {
    const context = await (await testApp.createShop()).context();
    const params = new URLSearchParams(address);
    const filter = toFilter(readAppliedOfferQuery(params), context.shop.ianaTimezone);
    const page = await listAppliedOffersForMerchant(context, filter, toPlace(params), 25);
    expect(page.lines).toEqual([]);
  });

  test("granted credit costs its amount until what is unused of it is taken back", async () => {
    const shop = await testApp.createShop();
    const rules = {
      type: "add_store_credits",
      credit_amount: "10.00",
      expires_in_days: 30,
    } as const;
    const offerId = await createOffer(shop, rules, "Credit");
    const { contractId, cid } = await shop.createContract();
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    await shop.proxy(path, { key: shop.key, method: "POST" });
    const context = await shop.context();
    expect((await list(context))[0]?.cost.costMinor).toBe(1000);

    const cancel = `/storefront/cancel-flow/${contractId}/cancel`;
    await shop.proxy(cancel, { cid, body: { idempotency_key: crypto.randomUUID() } });
    await shop.control("clock", { advance: "P2D" });
    await shop.quiet();
    const [line] = await list(await shop.context());
    expect(line).toMatchObject({
      state: "cancelled",
      withdrawnAt: expect.any(Date),
      cost: { costMinor: 0 },
    });
  });

  test("another store sees none of them, nor their pages", async () => {
    const { context } = await storeWithApplied(1);
    const [line] = await list(context);
    const other = await (await testApp.createShop()).context();
    expect(await list(other)).toEqual([]);
    await expect(getAppliedOffer(other, line?.id ?? 0n)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the page of an applied offer", () => {
  test("has the subscription's timeline, newest first, with who did what", async () => {
    const { context } = await storeWithApplied(1);
    const [line] = await list(context);
    const { applied, timeline } = await getAppliedOffer(context, line?.id ?? 0n);
    expect(applied.id).toBe(line?.id);
    expect(timeline.find(({ kind }) => kind === "offer.accepted")).toMatchObject({
      actor: { kind: "api", name: "Test" },
      subscription: { customerName: applied.customer?.name, planName: applied.planName },
      message: expect.stringContaining("20% off"),
    });
    const instants = timeline.map(({ at }) => at.getTime());
    expect(instants).toEqual([...instants].sort((one, other) => other - one));
  });
});

describe("the overview", () => {
  test("has no figures before the first flow, and counts saved and lost after it", async () => {
    const { shop, context } = await storeWithApplied(0);
    expect(await readRetentionFigures(context, 30)).toBeNull();

    const flowOf = async () => {
      const { contractId, cid } = await shop.createContract({ price: "15.00" });
      const path = `/storefront/cancel-flow/${contractId}`;
      const body = { reason: "too_expensive" };
      const { body: answer } = await shop.proxy(`${path}/reason`, { cid, body });
      return { path, cid, flow: answer.flow_id, offer: answer.offer?.id };
    };
    const lost = await flowOf();
    await shop.proxy(`${lost.path}/cancel`, {
      cid: lost.cid,
      body: { flow_id: lost.flow, reason: "too_expensive", idempotency_key: crypto.randomUUID() },
    });
    const saved = await flowOf();
    await shop.proxy(`${saved.path}/accept`, {
      cid: saved.cid,
      body: { flow_id: saved.flow, offer_id: saved.offer, idempotency_key: crypto.randomUUID() },
    });
    await flowOf();
    await shop.quiet();
    const report = await readRetentionFigures(await shop.context(), 30);
    expect(report).toMatchObject({
      period: { flows: 3, offersShown: 3, saved: 1, cancelled: 1, saveRate: 50 },
      previous: { flows: 0, saved: 0, cancelled: 0, saveRate: null },
      byReason: [{ alias: "too_expensive", saved: 1, cancelled: 1 }],
    });
  });

  test("lists refused and stuck offers, and nothing while all is well", async () => {
    const { context } = await storeWithApplied(2);
    expect(await listAttention(context)).toEqual([]);
    const [stuck, refused] = await list(context);
    const row = (id: bigint | undefined) => ({
      where: { shopId_id: { shopId: context.shop.id, id: id ?? 0n } },
    });
    await context.db.prisma.appliedOffer.update({
      ...row(stuck?.id),
      data: { state: "pending", requestedAt: new Date(Date.now() - 10 * 60_000) },
    });
    await context.db.prisma.appliedOffer.update({
      ...row(refused?.id),
      data: { state: "refused", failureReason: "Too many discounts" },
    });
    expect(await listAttention(context)).toMatchObject([
      { kind: "offer_pending", appliedOfferId: stuck?.id },
      { kind: "offer_refused", appliedOfferId: refused?.id, failureReason: "Too many discounts" },
    ]);
  });

  test("the setup guide ticks off what the store shows, and remembers what the merchant said", async () => {
    const { context } = await storeWithApplied(0);
    // The test's own store has a key from the start.
    expect(await readSetupGuide(context)).toEqual({
      dismissed: false,
      done: { key: true, offers: false, theme: false },
    });
    await updateSetupGuide(context, { kind: "mark_done", step: "theme" });
    await updateSetupGuide(context, { kind: "dismiss" });
    expect(await readSetupGuide(context)).toEqual({
      dismissed: true,
      done: { key: true, offers: false, theme: true },
    });
    await updateSetupGuide(context, { kind: "bring_back" });
    expect((await readSetupGuide(context)).dismissed).toBe(false);
  });
});
