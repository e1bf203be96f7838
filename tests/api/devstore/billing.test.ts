import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLEnumType } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf, type documents } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop();
});

async function run(name: keyof typeof documents, variables: object): Promise<AnyJson> {
  return Object.values(await shop.data(documentOf(name), { ...variables }))[0];
}

async function newContract(body: Record<string, unknown> = {}): Promise<string> {
  const answer = await shop.control("contracts", { price: "10.00", ...body });
  return gid("SubscriptionContract", answer.body.contract_id);
}

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};

/** Charges and lets the platform finish; answers the attempt as it then stands. */
async function charge(contract: string, input: Record<string, unknown> = {}) {
  const made = await run("charge", { id: contract, input: { idempotencyKey: newKey(), ...input } });
  expect(made.userErrors).toEqual([]);
  await shop.control("webhooks/flush");
  return run("attempt", { id: made.subscriptionBillingAttempt.id });
}

const numberIn = (id: string) => Number(id.slice(id.lastIndexOf("/") + 1));

describe("a charge", () => {
  test("is pending at first, then makes a paid order of the contract's lines", async () => {
    const contract = await newContract({ kind: "product", price: "12.00", quantity: 2 });
    const made = await run("charge", { id: contract, input: { idempotencyKey: newKey() } });
    expect(made.subscriptionBillingAttempt.state).toEqual({
      __typename: "SubscriptionBillingAttemptPendingState",
      processing: true,
    });
    await shop.control("webhooks/flush");
    const ended = await run("attempt", { id: made.subscriptionBillingAttempt.id });
    expect(ended.state.__typename).toBe("SubscriptionBillingAttemptSuccessState");
    expect(ended.completedAt).not.toBeNull();
    const order = await run("order", { id: ended.state.order.id });
    expect(order).toMatchObject({
      displayFinancialStatus: "PAID",
      sourceName: "subscription_contract",
      currentTotalPriceSet: { shopMoney: { amount: "28.9" } },
      totalShippingPriceSet: { shopMoney: { amount: "4.9" } },
    });
    expect(order.lineItems.nodes[0].contract.id).toBe(contract);
    const { lastPaymentStatus } = await run("contract", { id: contract });
    expect(lastPaymentStatus).toBe("SUCCEEDED");
  });

  test("with a key used before is the same attempt, however often and at once", async () => {
    const contract = await newContract();
    const input = { idempotencyKey: newKey() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => run("charge", { id: contract, input })),
    );
    const ids = answers.map((one) => one.subscriptionBillingAttempt.id);
    expect(new Set(ids).size).toBe(1);
    await shop.control("webhooks/flush");
    const { body } = await shop.admin(
      `query($id: ID!) { subscriptionContract(id: $id) { orders(first: 9) { nodes { id } } } }`,
      { id: contract },
    );
    expect(body.data.subscriptionContract.orders.nodes).toHaveLength(2);
  });

  test("counts the discounts it used, and one whose cycles are over leaves the contract", async () => {
    const contract = await newContract({ price: "10.00" });
    const { draft } = await run("openDraft", { id: contract });
    const input = { title: "Twice", recurringCycleLimit: 2, value: { percentage: 30 } };
    await run("discountAdd", { id: draft.id, input });
    await run("commit", { id: draft.id });
    const totals: string[] = [];
    for (let cycle = 0; cycle < 3; cycle += 1) {
      const { state } = await charge(contract);
      const order = await run("order", { id: state.order.id });
      totals.push(order.currentTotalPriceSet.shopMoney.amount);
      const { discounts } = await run("contract", { id: contract });
      const counts = discounts.nodes.map((one: { usageCount: number }) => one.usageCount);
      expect(counts).toEqual(cycle === 0 ? [1] : []);
    }
    expect(totals).toEqual(["7.0", "7.0", "10.0"]);
  });

  test("takes nothing off for a discount that was taken off the contract by hand", async () => {
    const contract = await newContract({ price: "10.00" });
    const { draft } = await run("openDraft", { id: contract });
    const off = (title: string) => ({ title, value: { percentage: 30 } });
    const { discountAdded } = await run("discountAdd", { id: draft.id, input: off("One") });
    await run("discountAdd", { id: draft.id, input: off("Other") });
    await run("commit", { id: draft.id });
    const control = `contracts/${numberIn(contract)}/discounts`;
    for (const remove of ["Other", discountAdded.id]) {
      expect((await shop.control(control, { remove })).status).toBe(200);
      expect((await shop.control(control, { remove })).status).toBe(404);
    }
    const { state } = await charge(contract);
    const order = await run("order", { id: state.order.id });
    expect(order.currentTotalPriceSet.shopMoney.amount).toBe("10.0");
  });

  test("takes a fixed amount off once or from each piece, never more than there is", async () => {
    const contract = await newContract({ price: "10.00", quantity: 3 });
    const { draft } = await run("openDraft", { id: contract });
    const value = (amount: number, appliesOnEachItem: boolean) => ({
      fixedAmount: { amount, appliesOnEachItem },
    });
    await run("discountAdd", { id: draft.id, input: { title: "Each", value: value(2, true) } });
    await run("discountAdd", { id: draft.id, input: { title: "Once", value: value(5, false) } });
    await run("discountAdd", { id: draft.id, input: { title: "Rest", value: value(50, true) } });
    await run("commit", { id: draft.id });
    const { lines } = await run("contract", { id: contract });
    const amounts = lines.nodes[0].discountAllocations.map(
      (one: { amount: { amount: string } }) => one.amount.amount,
    );
    expect(amounts).toEqual(["6.0", "5.0", "19.0"]);
    const { state } = await charge(contract);
    const order = await run("order", { id: state.order.id });
    expect(order.currentTotalPriceSet.shopMoney.amount).toBe("0.0");
    expect(order.displayFinancialStatus).toBe("PAID");
  });

  test("of a cycle marks it billed; a further failed one may be charged again", async () => {
    const contract = await newContract({ created_at: "2026-01-10T10:00:00Z" });
    const cycle = { index: 1 };
    await shop.control(`contracts/${numberIn(contract)}/next-payment`, { result: "CARD_DECLINED" });
    const first = await run("chargeCycle", { id: contract, cycle });
    await shop.control("webhooks/flush");
    const second = await run("chargeCycle", { id: contract, cycle });
    expect(second.subscriptionBillingAttempt.id).not.toBe(first.subscriptionBillingAttempt.id);
    await shop.control("webhooks/flush");
    const cycles = await run("cycles", {
      id: contract,
      from: "2026-01-01T00:00:00Z",
      to: "2026-03-01T00:00:00Z",
    });
    expect(cycles.nodes[0]).toMatchObject({ cycleIndex: 1, status: "BILLED" });
    const third = await run("chargeCycle", { id: contract, cycle });
    expect(third.subscriptionBillingAttempt.id).toBe(second.subscriptionBillingAttempt.id);
  });
});

describe("a charge that is made beside the app", () => {
  const beside = async (contract: string, body: object = {}) => {
    const { status, body: made } = await shop.control(
      `contracts/${numberIn(contract)}/charge`,
      body,
    );
    return { status, made };
  };

  test("charges the oldest cycle that is due, under its own key, and does not move the date", async () => {
    const contract = await newContract({ created_at: "2026-01-10T10:00:00Z" });
    const { nextBillingDate } = await run("contract", { id: contract });
    for (const [cycle, by] of [
      [1, "platform"],
      [2, "staff"],
      [3, "other_app"],
    ] as const) {
      const { made } = await beside(contract, { by });
      expect(made.cycle_index).toBe(cycle);
      const id = gid("SubscriptionBillingAttempt", made.attempt_id);
      const attempt = await run("attempt", { id });
      expect(attempt.idempotencyKey).toMatch(new RegExp(`^${by}-`));
      expect(attempt.state.__typename).toBe("SubscriptionBillingAttemptSuccessState");
    }
    expect((await run("contract", { id: contract })).nextBillingDate).toBe(nextBillingDate);
  });

  test("ends as it is told to, whatever is planned for the app's own next one", async () => {
    const contract = await newContract();
    await shop.control(`contracts/${numberIn(contract)}/next-payment`, { result: "success" });
    const { made } = await beside(contract, { result: "CARD_DECLINED" });
    expect(made.state).toMatchObject({ type: "failed", code: "CARD_DECLINED" });
    expect((await charge(contract)).state.__typename).toBe(
      "SubscriptionBillingAttemptSuccessState",
    );
  });

  test("is made twice of one cycle only where the cycle is named", async () => {
    const contract = await newContract();
    expect((await beside(contract)).status).toBe(200);
    expect((await beside(contract)).status).toBe(422);
    expect((await beside(contract, { cycle_index: 1 })).status).toBe(200);
  });

  test("is refused on a paused contract, and with a result that there is not", async () => {
    expect((await beside(await newContract({ status: "paused" }))).status).toBe(422);
    expect((await beside(await newContract(), { result: "MAYBE" })).status).toBe(422);
  });
});

describe("a charge is refused", () => {
  test.each([
    ["paused", "CONTRACT_PAUSED"],
    ["cancelled", "CONTRACT_TERMINATED"],
    ["expired", "CONTRACT_TERMINATED"],
  ])("on a %s contract: %s", async (status, code) => {
    const id = await newContract({ status });
    const { userErrors } = await run("charge", { id, input: { idempotencyKey: newKey() } });
    expect(userErrors[0].code).toBe(code);
  });

  test("on a contract which does not exist", async () => {
    const id = gid("SubscriptionContract", 1);
    const { userErrors } = await run("charge", { id, input: { idempotencyKey: newKey() } });
    expect(userErrors[0].code).toBe("CONTRACT_NOT_FOUND");
  });

  test("more than 24 hours before the cycle's date, and not within them", async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
    const input = { idempotencyKey: newKey(), billingCycleSelector: { index: 1 } };
    const early = await newContract({ next_billing_date: hours(25) });
    const refused = await run("charge", { id: early, input });
    expect(refused.userErrors[0].code).toBe("BILLING_CYCLE_CHARGE_BEFORE_EXPECTED_DATE");
    const soon = await newContract({ next_billing_date: hours(23) });
    expect((await run("charge", { id: soon, input })).userErrors).toEqual([]);
  });

  test("on a skipped cycle, an index out of range, an origin before the contract, an empty key", async () => {
    const contract = await newContract({ created_at: "2026-01-10T10:00:00Z" });
    await run("skip", { cycle: { contractId: contract, selector: { index: 2 } } });
    const codeFor = async (more: object, idempotencyKey = newKey()) => {
      const { userErrors } = await run("charge", {
        id: contract,
        input: { idempotencyKey, ...more },
      });
      return userErrors[0]?.code;
    };
    expect(await codeFor({ billingCycleSelector: { index: 2 } })).toBe("BILLING_CYCLE_SKIPPED");
    expect(await codeFor({ billingCycleSelector: { index: 0 } })).toBe("CYCLE_INDEX_OUT_OF_RANGE");
    expect(await codeFor({ billingCycleSelector: { index: 900 } })).toBe(
      "UPCOMING_CYCLE_LIMIT_EXCEEDED",
    );
    expect(await codeFor({ originTime: "2025-01-01T00:00:00Z" })).toBe(
      "ORIGIN_TIME_BEFORE_CONTRACT_CREATION",
    );
    const cycle = { billingCycleSelector: { index: 3 } };
    for (const originTime of ["2026-03-10T09:59:59Z", "2026-04-10T10:00:00Z"]) {
      expect(await codeFor({ ...cycle, originTime })).toBe("ORIGIN_TIME_OUT_OF_RANGE");
    }
    expect(await codeFor({ ...cycle, originTime: "2026-04-10T08:59:59Z" })).toBeUndefined();
    expect(await codeFor({}, " ")).toBe("BLANK");
  });
});

describe("a payment fails as the controls order", () => {
  const schemaFile = new URL("../../../devstore/schema/admin-2026-10.graphql", import.meta.url);
  const schema = buildSchema(readFileSync(schemaFile, "utf8"), { assumeValid: true });
  const codesOf = (kind: string) =>
    (schema.getType(`SubscriptionBillingAttempt${kind}ErrorCode`) as GraphQLEnumType)
      .getValues()
      .map((value) => value.name);

  test.each([
    ["Payment", "paymentCode", "PAYMENT_ERROR"],
    ["Inventory", "inventoryCode", "INVENTORY_ERROR"],
    ["General", "generalCode", "OTHER"],
  ])(
    "with every %s error code of the schema, in the state that has it",
    async (kind, alias, last) => {
      const contract = await newContract();
      const codes = codesOf(kind);
      expect(codes.length).toBeGreaterThan(1);
      for (const code of codes) {
        await shop.control(`contracts/${numberIn(contract)}/next-payment`, { result: code });
        const { state } = await charge(contract);
        expect(state.__typename).toBe("SubscriptionBillingAttemptFailedState");
        expect(state.error).toEqual({
          __typename: `SubscriptionBillingAttempt${kind}Error`,
          [alias]: code,
        });
        const shown = await run("contract", { id: contract });
        expect(shown.lastPaymentStatus).toBe("FAILED");
        const expected = code.startsWith("CUSTOMER_") ? "CUSTOMER_ERROR" : last;
        expect(shown.lastBillingAttemptErrorType).toBe(expected);
      }
      expect((await charge(contract)).state.__typename).toBe(
        "SubscriptionBillingAttemptSuccessState",
      );
    },
  );

  test("a payment that the shopper must confirm waits, and then ends", async () => {
    const contract = await newContract();
    const control = `contracts/${numberIn(contract)}/next-payment`;
    await shop.control(control, { result: "ACTION_REQUIRED" });
    const waiting = await charge(contract);
    expect(waiting.state.__typename).toBe("SubscriptionBillingAttemptActionRequiredState");
    expect(waiting.state.action.nextActionUrl).toMatch(/^http:\/\/.+\.localhost:\d+\/challenges\//);
    const end = `attempts/${numberIn(waiting.id)}/challenge`;
    expect((await shop.control(end, { result: "success" })).status).toBe(200);
    const ended = await run("attempt", { id: waiting.id });
    expect(ended.state.__typename).toBe("SubscriptionBillingAttemptSuccessState");
  });

  test("a customer without a payment method cannot be charged", async () => {
    const { body } = await shop.control("customers", { payment: null });
    const contract = await newContract({ cid: body.cid });
    const { state } = await charge(contract);
    expect(state.error.generalCode).toBe("PAYMENT_METHOD_NOT_SPECIFIED");
  });

  test("an unknown code is refused, and names the ones there are", async () => {
    const contract = await newContract();
    const answer = await shop.control(`contracts/${numberIn(contract)}/next-payment`, {
      result: "BAD_MOOD",
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].message).toContain("CARD_DECLINED");
  });
});
