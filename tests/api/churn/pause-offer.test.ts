import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { settleActivation } from "#app/domain/churn/activation/settle-activation.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let offerId: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "Europe/Berlin" });
  offerId = await createOffer(shop, { type: "pause", pause_cycles: 2 }, "Two months off");
  await offerFor(shop, "not_using_enough", offerId);
});
afterAll(() => testApp.close());

const newContract = () => shop.createContract({ price: "15.00" });
const offers = (contractId: number) =>
  shop.proxy(`/membership/churn/${contractId}/offers`, { key: shop.key });
const activate = (contractId: number) =>
  shop.proxy(`/membership/churn/${contractId}/offers/${offerId}/activation`, {
    key: shop.key,
    method: "POST",
  });
const advance = async (duration: string) => {
  const { status, body } = await shop.control("clock", { advance: duration });
  expect(status, JSON.stringify(body)).toBe(200);
};
const appliedRow = async (contractId: number) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.appliedOffer.findFirstOrThrow({
    where: { shopId: row.id, subscription: { platformContractId: BigInt(contractId) } },
    orderBy: { id: "desc" },
  });
};
/** The month and the day of an instant, as the store's customers read them. */
const localDay = (instant: Date | null | undefined) =>
  instant?.toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
const monthsLater = (instant: Date | null | undefined, months: number) => {
  const [year = 0, month = 0, day = 0] = (localDay(instant) ?? "").split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)));
  return moved.toISOString().slice(0, 10);
};

describe("a pause as an offer", () => {
  test("is listed with its rules", async () => {
    const { body } = await shop.proxy("/membership/churn/offers", {
      key: shop.key,
      query: { cancellation_reason: "not_using_enough" },
    });
    expect(body[0].offers[0]).toMatchObject({ type: "pause", rules: { pause_cycles: 2 } });
  });

  test("pauses the contract for so many intervals, moves its next charge by as much and ends by itself", async () => {
    const { contractId } = await newContract();
    const before = await shop.platformContract(contractId);
    const { status, body } = await activate(contractId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      offer: { id: offerId, type: "pause", rules: { pause_cycles: 2 } },
      reward: { paused_until: expect.stringMatching(/\.\d{6}Z$/) },
      status: "Active",
    });
    expect((await shop.platformContract(contractId))?.status).toBe("paused");
    const until = new Date(body.reward.paused_until);
    expect(localDay(until)).toBe(monthsLater((await shop.context()).clock.now(), 2));

    await advance("P63D");
    const after = await shop.platformContract(contractId);
    expect(after?.status).toBe("active");
    expect(localDay(after?.nextBillingAt)).toBe(monthsLater(before?.nextBillingAt, 2));
  });

  test("is shown with its end and its next charge, and taken in the cancel flow", async () => {
    const { cid, contractId } = await newContract();
    const flow = (step: string, body: unknown) =>
      shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });
    const { body } = await flow("reason", { reason: "not_using_enough" });
    expect(body.offer).toMatchObject({
      type: "pause",
      pause: {
        cycles: 2,
        paused_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        next_billing_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
    const accepted = await flow("accept", {
      flow_id: body.flow_id,
      offer_id: offerId,
      idempotency_key: "pause-please",
    });
    expect(accepted.status).toBe(200);
    expect(accepted.body.applied.pause).toEqual(body.offer.pause);
    expect(accepted.body.contract).toMatchObject({
      status: "paused",
      paused_until: body.offer.pause.paused_until,
    });
  });

  test("is neither shown to a paused contract nor taken by it", async () => {
    const { cid, contractId } = await newContract();
    await (await shop.context()).platform.pauseContract(contractId, "merchant");
    await shop.quiet();
    const { body } = await shop.proxy(`/storefront/cancel-flow/${contractId}/reason`, {
      cid,
      body: { reason: "not_using_enough" },
    });
    expect(body.offer?.type).not.toBe("pause");
    expect((await activate(contractId)).status).toBe(404);
    expect((await offers(contractId)).body).toEqual([]);
  });
});

describe("the end of an offered pause", () => {
  test("comes a day after its revocation, with the next charge moved by the time it lasted", async () => {
    const { contractId } = await newContract();
    const before = await shop.platformContract(contractId);
    await activate(contractId);
    await advance("P3D");
    await revokeAppliedOffer(await shop.context(), (await appliedRow(contractId)).id);
    expect((await shop.platformContract(contractId))?.status).toBe("paused");
    await advance("P1DT1M");
    const after = await shop.platformContract(contractId);
    expect(after?.status).toBe("active");
    const movedBy = Number(after?.nextBillingAt) - Number(before?.nextBillingAt);
    expect(Math.round(movedBy / 86_400_000)).toBe(4);
    expect((await appliedRow(contractId)).withdrawnAt).not.toBeNull();
  });

  test("does not bring a cancelled contract back", async () => {
    const { cid, contractId } = await newContract();
    await activate(contractId);
    await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
    await advance("P70D");
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
    expect((await offers(contractId)).body[0].status).toBe("Cancelled");
  });

  test("leaves a pause alone that was given another end since", async () => {
    const { contractId } = await newContract();
    await activate(contractId);
    const applied = await appliedRow(contractId);
    await shop.core(`/subscriptions/sub_${applied.subscriptionId}/pause`, {
      body: { duration: 300 },
    });
    await revokeAppliedOffer(await shop.context(), applied.id);
    await advance("P2D");
    expect((await shop.platformContract(contractId))?.status).toBe("paused");
  });
});

test("a pause whose answer was lost is settled as one active offer, until the same instant", async () => {
  const { contractId } = await newContract();
  const fault = { status: 502, count: 100, after: "after-effect" };
  await shop.control("fail-next", { ...fault, operation: "subscriptionContractPause" });
  expect((await activate(contractId)).status).toBe(503);
  await shop.control("clear-faults");
  const claim = await appliedRow(contractId);
  expect(claim.state).toBe("pending");
  await settleActivation(await shop.context(), claim.id);
  const { body } = await offers(contractId);
  expect(body).toHaveLength(1);
  expect(body[0].status).toBe("Active");
  const { subscription } = await (await shop.context()).db.prisma.appliedOffer.findFirstOrThrow({
    where: { shopId: claim.shopId, id: claim.id },
    include: { subscription: true },
  });
  expect(subscription).toMatchObject({
    status: "paused",
    pausedUntil: new Date(body[0].reward.paused_until),
  });
});

test("64 at once pause a contract once", async () => {
  const { contractId } = await newContract();
  const answers = await Promise.all(Array.from({ length: 64 }, () => activate(contractId)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(403)]).toEqual([1, 63]);
});
