import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleReactivation } from "#app/domain/portal/reactivation/reactivate.ts";
import { listWithdrawalsToRefund } from "#app/domain/portal/withdrawal/list-to-refund.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { openDraft } from "#tests/support/contract-draft.ts";
import { type EndedContracts, endedContracts, type Own } from "#tests/support/ended-contracts.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A shopper starts a canceled contract again: another contract, with the platform's own record as judge.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let portal: EndedContracts;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  portal = endedContracts(shop, zone);
});
afterAll(() => testApp.close());

/** Writes a note and texts to a contract, as the merchant's admin does. */
async function writeTexts({ contractId }: Own): Promise<void> {
  const written = await askPlatform(
    shop,
    `mutation ($id: ID!, $line: ID!) {
      subscriptionDraftUpdate(draftId: $id, input: { note: "Ring twice", customAttributes: [{ key: "Club", value: "12" }] }) {
        userErrors { message } }
      subscriptionDraftLineUpdate(draftId: $id, lineId: $line, input: { customAttributes: [{ key: "Engraving", value: "Für Ada" }] }) {
        userErrors { message } }
      subscriptionDraftCommit(draftId: $id) { userErrors { message } } }`,
    { ...(await openDraft(shop, contractId)) },
  );
  for (const answer of Object.values<AnyJson>(written)) expect(answer.userErrors).toEqual([]);
  await shop.quiet();
}

/** What was written to a contract, on the platform. */
async function textsOf(contractId: number): Promise<AnyJson> {
  const query = `query ($id: ID!) { subscriptionContract(id: $id) {
    note customAttributes { key value } lines(first: 1) { nodes { customAttributes { key value } } } } }`;
  const id = `gid://shopify/SubscriptionContract/${contractId}`;
  return (await askPlatform(shop, query, { id })).subscriptionContract;
}

const loseAnswer = async (after: "before-effect" | "after-effect") => {
  const operation = "subscriptionContractAtomicCreate";
  await shop.control("webhooks", { lose: true });
  await shop.control("fail-next", { operation, status: "disconnect", after });
};
const webhooksBack = () => shop.control("webhooks", { lose: 0 });

test("its first charge is a renewal for every export, and the API knows it by another id", async () => {
  const own = await portal.canceled();
  const ends = (await own.row()).endsAt as Date;
  const { body } = await portal.again(own, (await portal.look(own)).revision);
  const contractId = body.successor.contract_id;
  await goTo(shop, addDays(ends, 1, zone));
  const { db, shop: row } = await shop.context();
  const { id: subscriptionId, importState } = await db.prisma.subscription.findUniqueOrThrow({
    where: {
      shopId_platformContractId: { shopId: row.id, platformContractId: BigInt(contractId) },
    },
  });
  expect(importState).toBeNull();
  const [link] = await db.prisma.orderSubscription.findMany({
    where: { shopId: row.id, subscriptionId },
  });
  expect(link?.isFirst).toBe(false);
  const { body: record } = await shop.core(`/subscriptions/sub_${subscriptionId}`);
  expect(record.data).toMatchObject({
    status: "active",
    platform_contract_id: String(contractId),
  });
  await shop.quiet();
  const { body: orders } = await shop.proxy("/data/orders", { key: shop.key });
  const order = await db.prisma.order.findUniqueOrThrow({
    where: { shopId_id: { shopId: row.id, id: link?.orderId ?? 0n } },
  });
  const exported = JSON.stringify(orders).split("},{");
  expect(exported.find((one) => one.includes(`/Order/${order.platformOrderId}"`))).toContain(
    '"recharge"',
  );
});

test("what was written to the contract and to its lines goes on with it", async () => {
  const own = await billedSubscription(shop, {
    next_billing_date: addDays(await portal.now(), 10, zone),
  });
  await writeTexts(own);
  await portal.cancel(own);
  const { status, body } = await portal.again(own, (await portal.look(own)).revision);
  expect(status, JSON.stringify(body)).toBe(200);
  const made = await textsOf(body.successor.contract_id);
  expect(made).toMatchObject({
    note: "Ring twice",
    customAttributes: [
      { key: "Club", value: "12" },
      { key: expect.stringMatching(/^_perennial/), value: expect.any(String) },
    ],
    lines: { nodes: [{ customAttributes: [{ key: "Engraving", value: "Für Ada" }] }] },
  });
  // Once more: the key of the first start is not written to the second.
  await portal.cancel({ ...own, contractId: body.successor.contract_id });
  const later = { ...own, contractId: body.successor.contract_id };
  const third = await portal.again(later, (await portal.look(later)).revision);
  expect(third.status, JSON.stringify(third.body)).toBe(200);
  expect((await textsOf(third.body.successor.contract_id)).customAttributes).toHaveLength(2);
});

test("is delivered as before", async () => {
  const own = await portal.canceled({ kind: "product", price: undefined });
  const { platform } = await shop.context();
  const before = await platform.getContractTerms(own.contractId);
  const { status, body } = await portal.again(own, (await portal.look(own)).revision);
  expect(status, JSON.stringify(body)).toBe(200);
  const after = await platform.getContractTerms(body.successor.contract_id);
  expect(before?.delivery?.option?.title).toBe("Standard");
  expect(after?.delivery).toEqual(before?.delivery);
});

test("is charged today where nothing is paid any more", async () => {
  const own = await portal.canceled();
  await goTo(shop, addDays(await portal.now(), 12, zone));
  const { choices, revision } = await portal.look(own);
  expect(choices.reactivate.next_charge_date).toBe(formatDate(await portal.now(), zone));
  expect((await portal.again(own, revision)).status).toBe(200);
  await goTo(shop, new Date((await portal.now()).getTime() + 5 * 60_000));
  const [, made] = await portal.contractsOf(own);
  const { db, shop: row } = await shop.context();
  const attempts = await db.prisma.billingAttempt.findMany({
    where: {
      shopId: row.id,
      cycle: { subscription: { platformContractId: BigInt(made.id.split("/").at(-1)) } },
    },
  });
  expect(attempts).toMatchObject([{ status: "success" }]);
});

describe("makes one contract", () => {
  test("however often it is pressed, and by two at once", async () => {
    const own = await portal.canceled();
    const { revision } = await portal.look(own);
    const answers = await Promise.all([portal.again(own, revision), portal.again(own, revision)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await portal.again(own, revision)).body.successor).toEqual(answers[0]?.body.successor);
    await shop.quiet();
    expect(await portal.contractsOf(own)).toHaveLength(2);
    const lines = (await own.timeline()).filter(({ kind }) => kind === "subscription.reactivated");
    expect(lines).toHaveLength(1);
  });

  test("whose answer is lost: it is found by its key, and answered as made", async () => {
    const own = await portal.canceled();
    const { revision } = await portal.look(own);
    await loseAnswer("after-effect");
    const { status, body } = await portal.again(own, revision);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.successor).not.toBeNull();
    expect(await portal.contractsOf(own)).toHaveLength(2);
    await webhooksBack();
  });

  test("after a process that died, before the call or behind it", async () => {
    for (const wasMade of [true, false]) {
      const own = await portal.canceled();
      const { revision } = await portal.look(own);
      await loseAnswer(wasMade ? "after-effect" : "before-effect");
      // Nor can it be looked for: as if the process were gone.
      await shop.control("fail-next", { operation: "customer", status: "disconnect", count: 9 });
      expect((await portal.again(own, revision)).status).toBe(503);
      await shop.control("clear-faults", {});
      const repeat = await portal.again(own, revision);
      expect(repeat.status, JSON.stringify(repeat.body)).toBe(wasMade ? 200 : 409);
      const context = await shop.context();
      const { key } = await context.db.prisma.reactivation.findFirstOrThrow({
        where: { shopId: context.shop.id, subscriptionId: (await own.row()).id },
      });
      expect(await settleReactivation(context, { key, isCertain: true })).toBe(wasMade);
      expect((await portal.again(own, revision)).status).toBe(200);
      expect(await portal.contractsOf(own)).toHaveLength(2);
      await webhooksBack();
    }
  });

  test("also when one that was given up comes after all: that one is never charged", async () => {
    const own = await portal.canceled();
    const { revision } = await portal.look(own);
    await loseAnswer("before-effect");
    await portal.again(own, revision);
    const context = await shop.context();
    const { key } = await context.db.prisma.reactivation.findFirstOrThrow({
      where: { shopId: context.shop.id, subscriptionId: (await own.row()).id },
    });
    await settleReactivation(context, { key, isCertain: true });
    const { body } = await portal.again(own, revision);
    const plan = await context.platform.getContractTerms(body.successor.contract_id);
    const month = { unit: "month", count: 1 } as const;
    await webhooksBack();
    const late = await context.platform.createContract({
      ...{ key, actor: "customer", customerId: own.cid, currency: "EUR", isPaused: false },
      ...{ interval: month, deliveryInterval: month, deliveryMinor: 0, delivery: null },
      ...{ note: null, attributes: [] },
      nextBillingAt: addDays(await portal.now(), 1, zone),
      paymentMethodId: plan?.contract.paymentMethod?.split("/").at(-1) ?? "",
      lines: [
        {
          ...{ plan: null, quantity: 1, priceMinor: 1500, pricing: null, attributes: [] },
          variantId: plan?.lines[0]?.variantId ?? 0,
        },
      ],
    });
    await shop.quiet();
    await goTo(shop, addDays(await portal.now(), 2, zone));
    const { db, shop: row } = context;
    const where = { shopId: row.id, platformContractId: BigInt(late.contractId) };
    const stored = await db.prisma.subscription.findFirstOrThrow({ where });
    expect(stored).toMatchObject({ importState: "undone", monthlyWorthMinor: 0n });
    expect((await shop.platformContract(late.contractId))?.status).toBe("cancelled");
    expect(await readMailbox(shop)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(String(late.contractId)) }),
    );
    expect(
      await db.prisma.billingCycle.count({ where: { shopId: row.id, subscriptionId: stored.id } }),
    ).toBe(0);
  });
});

describe("and withdrawing know each other:", () => {
  const withdraw = ({ cid, contractId }: Own) =>
    shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body: { action: "withdraw" } });
  const fromRecord = async ({ cid, contractId }: Own): Promise<AnyJson> =>
    (await shop.proxy(`/storefront/portal/${contractId}`, { cid, query: { from: "record" } })).body;

  test("the old contract is no way to withdraw, the new one gives back what the old one has cost", async () => {
    const own = await portal.canceled();
    const { revision } = await portal.look(own);
    const { successor } = (await portal.again(own, revision)).body;
    for (const shown of [await portal.look(own), await fromRecord(own)]) {
      expect(shown).toMatchObject({ choices: { withdraw: null }, successor });
    }
    expect(await withdraw(own)).toMatchObject({ status: 409, body: { code: "contract_changed" } });
    expect((await own.row()).withdrawnAt).toBeNull();
    const next = { ...own, contractId: successor.contract_id };
    expect((await withdraw(next)).status).toBe(200);
    await shop.quiet();
    expect((await shop.platformContract(next.contractId))?.status).toBe("cancelled");
    const { planName } = await own.row();
    expect(await listWithdrawalsToRefund(await shop.context(), 10)).toMatchObject([
      { planName, amountMinor: 1500 },
    ]);
  });

  test("nothing is withdrawn from while it may have been made", async () => {
    const own = await portal.canceled();
    const { db, shop: row } = await shop.context();
    const asked = { key: "reactivation:unknown", state: "asked", askedAt: await portal.now() };
    const { id: subscriptionId } = await own.row();
    await db.prisma.reactivation.create({ data: { ...asked, shopId: row.id, subscriptionId } });
    expect((await portal.look(own)).choices.withdraw).toBeNull();
    expect(await withdraw(own)).toMatchObject({ status: 409, body: { code: "contract_changed" } });
    await db.prisma.reactivation.updateMany({ where: asked, data: { state: "ended" } });
    expect((await withdraw(own)).status).toBe(200);
  });

  test("of both at once one counts, and nobody who has withdrawn has a contract that is charged", async () => {
    for (let times = 0; times < 3; times += 1) {
      const own = await portal.canceled();
      const { revision } = await portal.look(own);
      const answers = await Promise.all([portal.again(own, revision), withdraw(own)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await shop.quiet();
      const live = (await portal.contractsOf(own)).filter(({ status }) => status === "ACTIVE");
      expect(live).toHaveLength((await own.row()).withdrawnAt ? 0 : 1);
    }
  });
});
