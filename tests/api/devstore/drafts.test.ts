import { beforeAll, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf, type documents } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop();
});

interface Payload {
  userErrors: { field: string[]; message: string; code: string }[];
  [field: string]: AnyJson;
}

async function run(
  name: keyof typeof documents,
  variables: Record<string, unknown>,
): Promise<Payload> {
  return Object.values(await shop.data(documentOf(name), variables))[0] as Payload;
}

async function newContract(body: Record<string, unknown> = {}): Promise<string> {
  const answer = await shop.control("contracts", { price: "10.00", ...body });
  return gid("SubscriptionContract", answer.body.contract_id);
}

async function openDraft(contractId: string): Promise<string> {
  const { draft, userErrors } = await run("openDraft", { id: contractId });
  expect(userErrors).toEqual([]);
  return draft.id;
}

const codeOf = (payload: Payload) => payload.userErrors[0]?.code;
const read = (id: string) => run("contract", { id });
const half = { title: "Half off", value: { percentage: 50 }, entitledLines: { all: true } };

describe("a committed draft", () => {
  test("changes lines, price and discounts at once, under a new revision", async () => {
    const contract = await newContract();
    const before = await read(contract);
    const draft = await openDraft(contract);
    const lineId = before.lines.nodes[0].id;
    await run("lineUpdate", { id: draft, lineId, input: { quantity: 3, currentPrice: "8.00" } });
    await run("discountAdd", { id: draft, input: { ...half, recurringCycleLimit: 2 } });
    expect((await read(contract)).lines.nodes[0].quantity).toBe(1);
    expect((await run("commit", { id: draft })).userErrors).toEqual([]);
    const after = await read(contract);
    expect(after.lines.nodes[0]).toMatchObject({
      quantity: 3,
      currentPrice: { amount: "8.0" },
      lineDiscountedPrice: { amount: "12.0" },
    });
    expect(after.lines.nodes[0].discountAllocations[0].amount.amount).toBe("12.0");
    expect(after.discounts.nodes[0]).toMatchObject({
      title: "Half off",
      type: "MANUAL",
      targetType: "LINE_ITEM",
      recurringCycleLimit: 2,
      usageCount: 0,
      value: { percentage: 50 },
    });
    expect(Number(after.revisionId)).toBe(Number(before.revisionId) + 1);
  });

  test("changes the interval, and the cycles to come follow it", async () => {
    const contract = await newContract({ interval_name: "month" });
    const draft = await openDraft(contract);
    const policy = { interval: "MONTH", intervalCount: 2 };
    const next = new Date(Date.now() + 50 * 86_400_000).toISOString().replace(/\.\d+Z/, "Z");
    await run("draftUpdate", {
      id: draft,
      input: { billingPolicy: policy, deliveryPolicy: policy, nextBillingDate: next },
    });
    expect((await run("commit", { id: draft })).userErrors).toEqual([]);
    const after = await read(contract);
    expect(after.billingPolicy).toMatchObject({ interval: "MONTH", intervalCount: 2 });
    expect(after.nextBillingDate).toBe(next);
    const cycles = await run("cycles", {
      id: contract,
      from: new Date().toISOString(),
      to: new Date(Date.now() + 200 * 86_400_000).toISOString(),
    });
    expect(cycles.nodes[0].billingAttemptExpectedDate).toBe(next);
    const gapDays =
      (Date.parse(cycles.nodes[1].cycleEndAt) - Date.parse(cycles.nodes[1].cycleStartAt)) /
      86_400_000;
    expect(gapDays).toBeGreaterThan(58);
  });

  test("takes a discount off again, and free shipping on", async () => {
    const contract = await newContract({ kind: "product" });
    const first = await openDraft(contract);
    const { discountAdded } = await run("discountAdd", { id: first, input: half });
    await run("commit", { id: first });
    const second = await openDraft(contract);
    await run("discountRemove", { id: second, discountId: discountAdded.id });
    const twice = await run("discountRemove", { id: second, discountId: discountAdded.id });
    expect(codeOf(twice)).toBe("ALREADY_REMOVED");
    await run("freeShippingAdd", { id: second, input: { title: "Free delivery" } });
    await run("commit", { id: second });
    const { discounts } = await read(contract);
    expect(discounts.nodes).toHaveLength(1);
    expect(discounts.nodes[0]).toMatchObject({
      title: "Free delivery",
      targetType: "SHIPPING_LINE",
    });
  });
});

describe("a draft is refused as the platform refuses it, and nothing changes", () => {
  test("when another change came first: STALE_CONTRACT", async () => {
    const contract = await newContract();
    const draft = await openDraft(contract);
    await run("discountAdd", { id: draft, input: half });
    await run("pause", { id: contract });
    expect(codeOf(await run("commit", { id: draft }))).toBe("STALE_CONTRACT");
    expect((await read(contract)).discounts.nodes).toEqual([]);
  });

  test("of two drafts only the first commits", async () => {
    const contract = await newContract();
    const [one, two] = [await openDraft(contract), await openDraft(contract)];
    expect(codeOf(await run("commit", { id: one }))).toBeUndefined();
    expect(codeOf(await run("commit", { id: two }))).toBe("STALE_CONTRACT");
  });

  test("when it was committed before: COMMITTED, for changes as for the commit", async () => {
    const contract = await newContract();
    const draft = await openDraft(contract);
    await run("commit", { id: draft });
    expect(codeOf(await run("commit", { id: draft }))).toBe("COMMITTED");
    expect(codeOf(await run("discountAdd", { id: draft, input: half }))).toBe("COMMITTED");
  });

  test("when deliveries do not divide the billing interval: DELIVERY_MUST_BE_MULTIPLE_OF_BILLING", async () => {
    const contract = await newContract();
    const draft = await openDraft(contract);
    await run("draftUpdate", {
      id: draft,
      input: {
        billingPolicy: { interval: "MONTH", intervalCount: 3 },
        deliveryPolicy: { interval: "MONTH", intervalCount: 2 },
      },
    });
    expect(codeOf(await run("commit", { id: draft }))).toBe("DELIVERY_MUST_BE_MULTIPLE_OF_BILLING");
  });

  test("when a cycle to come has an edited contract: HAS_FUTURE_EDITS, until the edit is deleted", async () => {
    const contract = await newContract();
    const cycle = { contractId: contract, selector: { index: 2 } };
    const { draft: cycleDraft } = await run("editCycleContract", { cycle });
    const line = (await read(contract)).lines.nodes[0];
    await run("lineUpdate", { id: cycleDraft.id, lineId: line.id, input: { quantity: 5 } });
    expect(codeOf(await run("commit", { id: cycleDraft.id }))).toBe("BILLING_CYCLE_PRESENT");
    const edited = await run("commitCycleContract", { id: cycleDraft.id });
    expect(edited.contract.lines.nodes[0].quantity).toBe(5);
    expect((await read(contract)).lines.nodes[0].quantity).toBe(1);
    expect(codeOf(await run("commit", { id: await openDraft(contract) }))).toBe("HAS_FUTURE_EDITS");
    await run("deleteCycleEdit", { cycle });
    expect(codeOf(await run("commit", { id: await openDraft(contract) }))).toBeUndefined();
  });

  test("when it has no line left, or more discounts than a draft holds", async () => {
    const contract = await newContract();
    const draft = await openDraft(contract);
    for (let count = 0; count < 25; count += 1) {
      expect(codeOf(await run("discountAdd", { id: draft, input: half }))).toBeUndefined();
    }
    expect(codeOf(await run("discountAdd", { id: draft, input: half }))).toBe("TOO_MANY_DISCOUNTS");
    const lineId = (await read(contract)).lines.nodes[0].id;
    await run("lineRemove", { id: draft, lineId });
    expect(codeOf(await run("commit", { id: draft }))).toBe("INVALID_LINES");
  });

  test.each([
    [{ ...half, value: { percentage: 101 } }, "NOT_IN_RANGE"],
    [{ ...half, value: { percentage: -1 } }, "NOT_IN_RANGE"],
    [{ ...half, value: { fixedAmount: { amount: 0 } } }, "GREATER_THAN"],
    [{ ...half, recurringCycleLimit: 0 }, "GREATER_THAN"],
    [{ title: "No value" }, "PRESENCE"],
    [
      { ...half, entitledLines: { lines: { add: [gid("SubscriptionLine", "none")] } } },
      "NO_ENTITLED_LINES",
    ],
  ])("a discount %j: %s", async (input, code) => {
    const draft = await openDraft(await newContract());
    expect(codeOf(await run("discountAdd", { id: draft, input }))).toBe(code);
  });

  test("a percentage with a fraction does not even fit the schema", async () => {
    const draft = await openDraft(await newContract());
    const variables = { id: draft, input: { ...half, value: { percentage: 12.5 } } };
    const { body } = await shop.admin(documentOf("discountAdd"), variables);
    expect(body.errors[0].extensions.code).toBe("INVALID_VARIABLE");
  });

  test("when it would bring a cancelled contract back; its discounts can still be taken off", async () => {
    const contract = await newContract();
    const first = await openDraft(contract);
    const { discountAdded } = await run("discountAdd", { id: first, input: half });
    await run("commit", { id: first });
    await run("cancel", { id: contract });
    const second = await openDraft(contract);
    const revived = await run("draftUpdate", { id: second, input: { status: "ACTIVE" } });
    expect(codeOf(revived)).toBe("INVALID");
    await run("discountRemove", { id: second, discountId: discountAdded.id });
    expect((await run("commit", { id: second })).userErrors).toEqual([]);
    const { status, discounts } = await read(contract);
    expect(status).toBe("CANCELLED");
    expect(discounts.nodes).toEqual([]);
  });

  test("a next billing date in the past: INVALID_BILLING_DATE", async () => {
    const draft = await openDraft(await newContract());
    const input = { nextBillingDate: "2020-01-01T00:00:00Z" };
    expect(codeOf(await run("draftUpdate", { id: draft, input }))).toBe("INVALID_BILLING_DATE");
  });
});

test("a user error ordered by the controls affects only the next such mutation, and leaves no trace", async () => {
  const contract = await newContract();
  const draft = await openDraft(contract);
  await run("discountAdd", { id: draft, input: half });
  const message = "Try again later";
  const fault = { operation: "subscriptionDraftCommit", code: "STALE_CONTRACT", message };
  expect((await shop.control("refuse-next", fault)).status).toBe(200);
  const refused = await run("commit", { id: draft });
  expect(refused.contract).toBeNull();
  expect(refused.userErrors[0]).toMatchObject({ code: "STALE_CONTRACT", message });
  expect((await read(contract)).discounts.nodes).toEqual([]);
  expect((await run("commit", { id: draft })).userErrors).toEqual([]);
});

test("a discount code is applied to a draft, and an unknown one says why it is rejected", async () => {
  const draft = await openDraft(await newContract());
  const { appliedDiscount } = await run("discountCodeApply", { id: draft, code: "NOSUCHCODE" });
  expect(appliedDiscount).toMatchObject({ redeemCode: "NOSUCHCODE", rejectionReason: "NOT_FOUND" });
});

test("a draft shows what it adds to its contract", async () => {
  const contract = await newContract();
  const id = await openDraft(contract);
  await run("discountAdd", { id, input: half });
  const draft = await run("draft", { id });
  expect(draft.originalContract.id).toBe(contract);
  expect(draft.discountsAdded.nodes[0].title).toBe("Half off");
});
