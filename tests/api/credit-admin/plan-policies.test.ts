import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { creditExpiry } from "#app/domain/store-credit/grants/credit-expiry.ts";
import { forfeitCredit } from "#app/domain/store-credit/policies/forfeit-credit.ts";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
});

/** A member, and the plan of the contract. */
async function createMember(cid?: number) {
  const made = await shop.createContract({ price: "15.00", ...(cid ? { cid } : {}) });
  const row = await context.db.prisma.subscription.findFirstOrThrow({
    where: { shopId: context.shop.id, platformContractId: BigInt(made.contractId) },
  });
  if (!row.customerId || !row.planId) throw new Error("The contract has no customer or no plan.");
  return { ...made, customerId: row.customerId, planId: row.planId, subscriptionId: row.id };
}

const setPolicy = (planId: bigint, policy: Record<string, unknown>) =>
  setPlanPolicies(context, {
    policies: [
      {
        planId: String(planId),
        amount: null,
        expiryMonths: null,
        forfeitOnCancel: false,
        ...policy,
      },
    ],
  });

const give = (customerId: bigint, amountMinor: number, more: Record<string, unknown> = {}) =>
  postCredit(context, {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.membership,
    message: "Membership credit",
    ...more,
  });

const cancel = async ({ contractId }: { contractId: number }) => {
  await context.platform.cancelContract(contractId, "merchant");
  await shop.quiet();
};
/** The period that is paid for lasts a month. */
const cancelAndEnd = async (member: { contractId: number }) => {
  await cancel(member);
  await advance("P32D");
};
const available = async (customerId: bigint) =>
  (await readCreditAccount(await shop.context(), customerId)).availableMinor;
const forfeits = (customerId: bigint) =>
  context.db.prisma.creditEntry.findMany({
    where: { shopId: context.shop.id, customerId, typeCode: CREDIT_TYPES.forfeit },
    orderBy: { id: "asc" },
  });
const advance = async (duration: string) => {
  const { status, body } = await shop.control("clock", { advance: duration });
  expect(status, JSON.stringify(body)).toBe(200);
};

describe("credit of a plan that forfeits", () => {
  test("what is left of it goes with the contract, and the customer's entry says why", async () => {
    const member = await createMember();
    const { customerId, planId } = member;
    await setPolicy(planId, { forfeitOnCancel: true });
    await give(customerId, 1000, { planId });
    await give(customerId, 700, { planId });
    await give(customerId, 300);
    await give(customerId, -400);
    await cancelAndEnd(member);
    const [entry, ...others] = await forfeits(customerId);
    expect(others).toEqual([]);
    expect(entry?.message).toMatch(/^Forfeited because the membership .+ has ended$/);
    // The 400 came from the oldest grant, which was the plan's; other credit stays.
    expect(Number(entry?.amountMinor)).toBe(-1300);
    expect(await available(customerId)).toBe(300);
  });

  test("all of it can be used until the contract ends", async () => {
    const member = await createMember();
    const { customerId, planId } = member;
    await setPolicy(planId, { forfeitOnCancel: true });
    await give(customerId, 1000, { planId });
    const hold = await give(customerId, -600, { typeCode: CREDIT_TYPES.redemption, onHold: true });
    if (hold.outcome !== "posted") throw new Error(hold.outcome);
    await cancel(member);
    await advance("P20D");
    // What a checkout gives back meanwhile is as good as the rest.
    await context.db.transaction((tx) =>
      settleHoldEntry(tx, context, { entryId: hold.entryId, customerId }, null),
    );
    await advance("P5D");
    expect([await forfeits(customerId), await available(customerId)]).toEqual([[], 1000]);
    await advance("P7D");
    expect(await available(customerId)).toBe(0);
  });

  test("a contract that is cancelled too, and ends later, keeps it until then", async () => {
    const first = await createMember();
    await advance("P10D");
    const second = await createMember(first.cid);
    const { customerId, planId } = first;
    await setPolicy(planId, { forfeitOnCancel: true });
    await give(customerId, 1000, { planId });
    await cancel(second);
    await cancel(first);
    await advance("P25D");
    expect(await available(customerId)).toBe(1000);
    await advance("P8D");
    expect(await available(customerId)).toBe(0);
  });

  test("a paused contract has nothing more to run, and it goes at once", async () => {
    const member = await createMember();
    await setPolicy(member.planId, { forfeitOnCancel: true });
    await give(member.customerId, 1000, { planId: member.planId });
    await advance("P20D");
    await context.platform.pauseContract(member.contractId, "merchant");
    await advance("P20D");
    await cancel(member);
    await advance("PT1M");
    expect(await available(member.customerId)).toBe(0);
  });

  test("a policy that is taken back before the end spares it", async () => {
    const member = await createMember();
    await setPolicy(member.planId, { forfeitOnCancel: true });
    await give(member.customerId, 1000, { planId: member.planId });
    await cancel(member);
    await setPolicy(member.planId, { forfeitOnCancel: false });
    await advance("P32D");
    expect(await available(member.customerId)).toBe(1000);
  });

  test("however often the news of the cancellation arrives, it is forfeited once", async () => {
    await shop.control("webhooks", { duplicate: 4, reorder: true });
    const member = await createMember();
    const { customerId, planId } = member;
    await setPolicy(planId, { forfeitOnCancel: true });
    await give(customerId, 1000, { planId });
    await cancelAndEnd(member);
    await forfeitCredit(context, member.subscriptionId);
    await forfeitCredit(context, member.subscriptionId);
    expect(await forfeits(customerId)).toHaveLength(1);
    expect(await available(customerId)).toBe(0);
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, customerId, message: { startsWith: "Forfeited" } },
    });
    expect(lines).toHaveLength(1);
  });

  test("it stays while another contract of the plan is alive, and goes with the last", async () => {
    const first = await createMember();
    const second = await createMember(first.cid);
    const { customerId, planId } = first;
    expect([second.customerId, second.planId]).toEqual([customerId, planId]);
    await setPolicy(planId, { forfeitOnCancel: true });
    await give(customerId, 1000, { planId });
    await cancelAndEnd(first);
    expect([await forfeits(customerId), await available(customerId)]).toEqual([[], 1000]);
    await cancelAndEnd(second);
    expect(await available(customerId)).toBe(0);
  });

  test("what a checkout holds is not touched, and is forfeited as soon as it comes back", async () => {
    const member = await createMember();
    const { customerId, planId } = member;
    await setPolicy(planId, { forfeitOnCancel: true });
    await give(customerId, 1000, { planId });
    const hold = await give(customerId, -600, { typeCode: CREDIT_TYPES.redemption, onHold: true });
    if (hold.outcome !== "posted") throw new Error(hold.outcome);
    await cancelAndEnd(member);
    expect((await forfeits(customerId)).map(({ amountMinor }) => amountMinor)).toEqual([-400n]);
    const later = await shop.context();
    await later.db.transaction((tx) =>
      settleHoldEntry(tx, later, { entryId: hold.entryId, customerId }, null),
    );
    await advance("PT1M");
    expect(await available(customerId)).toBe(0);
    expect((await forfeits(customerId)).map(({ amountMinor }) => amountMinor)).toEqual([
      -400n,
      -600n,
    ]);
  });

  test("a plan that does not forfeit leaves everything to the customer", async () => {
    const member = await createMember();
    await give(member.customerId, 1000, { planId: member.planId });
    await cancel(member);
    await setPolicy(member.planId, { forfeitOnCancel: true });
    await advance("P32D");
    expect(await available(member.customerId)).toBe(1000);
  });
});

describe.each(["Pacific/Pago_Pago", "Europe/Berlin", "Pacific/Kiritimati"])(
  "credit that lasts a month, in %s",
  (zone) => {
    test("is there on its last day and gone on the next, and says that it expired", async () => {
      shop = await testApp.createShop({ timezone: zone });
      context = await shop.context();
      const { customerId, planId } = await createMember();
      const expiresAt = creditExpiry(context.clock.now(), 1, zone);
      await give(customerId, 1000, { planId, parts: [{ amountMinor: 1000, expiresAt }] });
      const toEndMs = (expiresAt?.getTime() ?? 0) - Date.now();
      const minutes = Math.floor(toEndMs / 60_000) - 1;
      await advance(`PT${minutes}M`);
      const lastDay = formatDate((await shop.context()).clock.now(), zone);
      expect(lastDay).toBe(formatDate(expiresAt ?? new Date(0), zone));
      expect(await available(customerId)).toBe(1000);
      await advance("PT5M");
      expect(formatDate((await shop.context()).clock.now(), zone) > lastDay).toBe(true);
      expect(await available(customerId)).toBe(0);
      const entry = await context.db.prisma.creditEntry.findFirstOrThrow({
        where: { shopId: context.shop.id, customerId, typeCode: CREDIT_TYPES.expired },
      });
      expect(entry.message).toBe("Credit expired unused");
    });
  },
);

describe("the policies", () => {
  test("are kept per plan, and a change of one stands in the timeline", async () => {
    const { planId } = await createMember();
    await setPolicy(planId, { expiryMonths: 12, forfeitOnCancel: true });
    await setPolicy(planId, { expiryMonths: 12, forfeitOnCancel: true });
    const policy = (await listPlanPolicies(context)).find((one) => one.planId === String(planId));
    expect(policy).toMatchObject({ expiryMonths: 12, forfeitOnCancel: true, memberCount: 1 });
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, kind: "plan.policy_changed" },
    });
    expect(lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/expires after 12 months and is forfeited when the contract ends\.$/),
    ]);
  });

  test.each([0, 121, 1.5, "12"])(
    "%j months are refused, and nothing is changed",
    async (months) => {
      const { planId } = await createMember();
      await setPolicy(planId, { expiryMonths: 6 });
      await expect(setPolicy(planId, { expiryMonths: months })).rejects.toMatchObject({
        code: "invalid_input",
        fields: { [String(planId)]: [expect.stringContaining("whole months")] },
      });
      const policy = (await listPlanPolicies(context)).find((one) => one.planId === String(planId));
      expect(policy?.expiryMonths).toBe(6);
    },
  );

  test.each(["0", "-1.00", "1.001", "ten", "10000000.01", ""])(
    "the credit of a charge is an amount above 0 that fits the currency: not %j",
    async (amount) => {
      const { planId } = await createMember();
      await expect(setPolicy(planId, { amount })).rejects.toMatchObject({
        code: "invalid_input",
        fields: { [`${planId}.amount`]: [expect.stringContaining("above 0")] },
      });
    },
  );

  test("another store's plan does not exist here", async () => {
    const { planId } = await createMember();
    const stranger = await (await testApp.createShop()).context();
    const policies = [
      { planId: String(planId), amount: null, expiryMonths: 1, forfeitOnCancel: true },
    ];
    await expect(setPlanPolicies(stranger, { policies })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
