import { describe, expect, inject, test } from "vitest";
import type { ContractChange } from "#app/platform/platform-contract.ts";
import { readState } from "#tests/support/read-state.ts";
import { prepareTestStores } from "./prepare-test-stores.ts";

const { openStore, openStoreWithContract } = prepareTestStores();

const tenPercent: ContractChange = {
  kind: "add_discount",
  title: "Stay with us",
  value: { kind: "percentage", percentage: 10 },
  recurringCycleLimit: 3,
};

describe("changing a contract", () => {
  test("a draft changes nothing until it is committed", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const draft = await platform.draftContractChange(contractId, tenPercent);
    expect((await platform.getContract(contractId))?.discounts).toEqual([]);
    const changed = await platform.commitContractChange(draft.draftId, contractId);
    expect(changed.discounts).toEqual([
      {
        gid: draft.discountGid,
        title: "Stay with us",
        targetType: "LINE_ITEM",
        recurringCycleLimit: 3,
        usageCount: 0,
        appliesOnEachItem: false,
        value: { kind: "percentage", percentage: 10 },
      },
    ]);
    expect(await platform.getContract(contractId)).toEqual(changed);
  });

  test.each([
    ["EUR", "15.00", 250],
    ["JPY", "1500", 250],
    ["KWD", "1.250", 250],
  ])("a fixed amount in %s arrives as it was meant", async (currency, price, amountMinor) => {
    const { platform, contractId } = await openStoreWithContract({ price }, { currency });
    const value = { kind: "fixed_amount", amountMinor, currency } as const;
    const draft = await platform.draftContractChange(contractId, {
      ...tenPercent,
      value,
      recurringCycleLimit: null,
    });
    const contract = await platform.commitContractChange(draft.draftId, contractId);
    expect(contract.discounts).toMatchObject([{ value, recurringCycleLimit: null }]);
  });

  test("the orders of its charges are told, page after page, with whether anything came off them", async () => {
    const { platform, contractId, control } = await openStoreWithContract();
    const since = (await platform.getContract(contractId))?.createdAt ?? new Date();
    const charge = (cycle_index: number) =>
      control(`contracts/${contractId}/charge`, { by: "staff", cycle_index });
    const draft = await platform.draftContractChange(contractId, tenPercent);
    await platform.commitContractChange(draft.draftId, contractId);
    for (let cycle = 1; cycle <= 52; cycle += 1) await charge(cycle);
    const told = await platform.listContractOrders(contractId, since);
    expect(told.map(({ isDiscounted }) => isDiscounted)).toEqual([
      ...Array(49).fill(false),
      ...Array(3).fill(true),
    ]);
    expect(new Set(told.map(({ orderId }) => orderId)).size).toBe(52);
    await control("clock", { advance: "PT2H", without_app: true });
    const later = new Date(since.getTime() + 3_600_000);
    expect(await platform.listContractOrders(contractId, later)).toEqual([]);
    await charge(53);
    expect(await platform.listContractOrders(contractId, later)).toHaveLength(1);
    expect(await platform.listContractOrders(1, since)).toEqual([]);
  });

  test("an interval change moves billing, delivery and the next date", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const nextBillingAt = new Date("2031-03-01T09:00:00Z");
    const interval = { unit: "month", count: 3 } as const;
    const draft = await platform.draftContractChange(contractId, {
      kind: "change_interval",
      interval,
      nextBillingAt,
    });
    expect(draft.discountGid).toBeNull();
    expect(await platform.commitContractChange(draft.draftId, contractId)).toMatchObject({
      interval,
      deliveryInterval: interval,
      nextBillingAt,
    });
  });

  test("an interval change without a date leaves the next date alone", async () => {
    const { platform, contractId } = await openStoreWithContract({
      next_billing_date: "2031-01-31T10:00:00Z",
    });
    const interval = { unit: "week", count: 6 } as const;
    const draft = await platform.draftContractChange(contractId, {
      kind: "change_interval",
      interval,
      nextBillingAt: null,
    });
    const contract = await platform.commitContractChange(draft.draftId, contractId);
    expect(contract).toMatchObject({ interval, nextBillingAt: new Date("2031-01-31T10:00:00Z") });
  });

  test("a discount is taken off, and taking off one that is gone is no error", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const draft = await platform.draftContractChange(contractId, tenPercent);
    await platform.commitContractChange(draft.draftId, contractId);
    const gid = draft.discountGid ?? "";
    expect((await platform.removeContractDiscount(contractId, gid)).discounts).toEqual([]);
    expect((await platform.removeContractDiscount(contractId, gid)).discounts).toEqual([]);
  });

  test("a free line costs nothing, keeps its gid and is taken off once", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const [product] = (await platform.searchProducts("", null)).items;
    const { productId, title } = product ?? { productId: 0, title: "" };
    const before = await platform.getContract(contractId);
    const draft = await platform.draftContractChange(contractId, {
      kind: "add_free_line",
      productId,
    });
    const { lines, priceMinor } = await platform.commitContractChange(draft.draftId, contractId);
    const lineGid = draft.lineGid ?? "";
    expect(lines.at(-1)).toMatchObject({ lineGid, title, quantity: 1, priceMinor: 0 });
    expect(priceMinor).toBe(before?.priceMinor);
    expect((await platform.removeContractLine(contractId, lineGid)).lines).toHaveLength(1);
    expect((await platform.removeContractLine(contractId, lineGid)).lines).toHaveLength(1);
  });

  test("a free line of a product that is not there is refused", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const draft = platform.draftContractChange(contractId, {
      kind: "add_free_line",
      productId: 987_654_321,
    });
    await expect(draft).rejects.toMatchObject({ kind: "refused" });
  });

  test("a contract is cancelled once; doing it again answers the cancelled one", async () => {
    const { platform, contractId } = await openStoreWithContract();
    expect(await platform.cancelContract(contractId, "customer")).toMatchObject({
      status: "cancelled",
    });
    expect(await platform.cancelContract(contractId, "merchant")).toMatchObject({
      status: "cancelled",
    });
  });

  test("a contract that ended in another way cannot be cancelled", async () => {
    const { platform, contractId } = await openStoreWithContract({ status: "expired" });
    await expect(platform.cancelContract(contractId, "customer")).rejects.toMatchObject({
      kind: "refused",
      platformCode: "CONTRACT_TERMINATED",
    });
  });
});

describe("a platform that says no", () => {
  test("refusing a draft's discount leaves the contract as it was and says why", async () => {
    const { platform, contractId, control } = await openStoreWithContract();
    await control("refuse-next", {
      operation: "subscriptionDraftDiscountAdd",
      code: "TOO_MANY_DISCOUNTS",
      message: "Contract has too many discounts",
      field: ["input", "value"],
    });
    await expect(platform.draftContractChange(contractId, tenPercent)).rejects.toMatchObject({
      kind: "refused",
      platformCode: "TOO_MANY_DISCOUNTS",
      message: "Contract has too many discounts (input.value)",
    });
    expect((await platform.getContract(contractId))?.discounts).toEqual([]);
  });

  test("a draft of a contract that has changed since is refused as stale", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const first = await platform.draftContractChange(contractId, tenPercent);
    const second = await platform.draftContractChange(contractId, tenPercent);
    await platform.commitContractChange(second.draftId, contractId);
    await expect(platform.commitContractChange(first.draftId, contractId)).rejects.toMatchObject({
      kind: "refused",
      platformCode: "STALE_CONTRACT",
    });
  });

  test("removing a discount is retried when the contract was changed concurrently", async () => {
    const { platform, contractId, control } = await openStoreWithContract();
    const draft = await platform.draftContractChange(contractId, tenPercent);
    await platform.commitContractChange(draft.draftId, contractId);
    await control("refuse-next", {
      operation: "subscriptionDraftCommit",
      code: "STALE_CONTRACT",
      message: "The contract has changed",
    });
    const contract = await platform.removeContractDiscount(contractId, draft.discountGid ?? "");
    expect(contract.discounts).toEqual([]);
  });

  test("a change of a contract that is not there is refused", async () => {
    const { platform } = await openStore();
    for (const call of [
      () => platform.draftContractChange(4_711, tenPercent),
      () => platform.cancelContract(4_711, "customer"),
      () => platform.removeContractDiscount(4_711, "gid://shopify/SubscriptionManualDiscount/x"),
    ]) {
      await expect(call()).rejects.toMatchObject({ kind: "refused" });
    }
  });
});

describe("a platform that fails", () => {
  test.each([
    ["its answer is lost", { status: "disconnect", after: "after-effect" }],
    ["it answers 503 after all", { status: 503, after: "after-effect" }],
    ["it answers 503 before doing anything", { status: 503, after: "before-effect" }],
  ])("a commit is done once when %s", async (_title, failure) => {
    const { platform, contractId, control } = await openStoreWithContract();
    const draft = await platform.draftContractChange(contractId, tenPercent);
    await control("fail-next", { ...failure, operation: "subscriptionDraftCommit" });
    const contract = await platform.commitContractChange(draft.draftId, contractId);
    expect(contract.discounts).toHaveLength(1);
    const again = await platform.commitContractChange(draft.draftId, contractId);
    expect(again).toEqual(contract);
  });

  test.each(["before-effect", "after-effect"])(
    "a discount is drafted once when the answer is lost %s",
    async (after) => {
      const { platform, contractId, control } = await openStoreWithContract();
      const operation = "subscriptionDraftDiscountAdd";
      await control("fail-next", { status: "disconnect", after, operation });
      const draft = await platform.draftContractChange(contractId, tenPercent);
      const contract = await platform.commitContractChange(draft.draftId, contractId);
      expect(contract.discounts.map((discount) => discount.gid)).toEqual([draft.discountGid]);
    },
  );

  test("a cancel whose answer is lost is still answered with the cancelled contract", async () => {
    const { platform, contractId, control } = await openStoreWithContract();
    const operation = "subscriptionContractCancel";
    await control("fail-next", { status: "disconnect", after: "after-effect", operation });
    expect(await platform.cancelContract(contractId, "customer")).toMatchObject({
      status: "cancelled",
    });
  });

  test("a read waits through errors, and through an answer that never comes", async () => {
    const { platform, control, domain } = await openStore({ timeoutMs: 700 });
    await control("fail-next", { status: 502, count: 2 });
    expect(await platform.getShop()).toMatchObject({ domain });
    await control("fail-next", { status: "timeout" });
    expect(await platform.getShop()).toMatchObject({ domain });
  });

  test("a platform that is down for long is unavailable", async () => {
    const { platform, control } = await openStore();
    await control("fail-next", { status: 503, count: 100 });
    await expect(platform.getShop()).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("a call above the store's points waits until they are there, so that none is refused", async () => {
    const { platform, contractId, control, domain } = await openStoreWithContract();
    await control("throttle", { points_per_second: 20 });
    const use = async () =>
      (await readState({ devstoreUrl: inject("devstoreUrl"), domain })).controls.throttle;
    const { points_used: before } = await use();
    // A full bucket has 400, and some come back meanwhile.
    while ((await use()).points_used - before < 420) {
      expect(await platform.getContract(contractId)).toMatchObject({ contractId });
    }
    expect(await use()).toMatchObject({ throttled: 0 });
  });

  test("a call whose points somebody else has used is refused, and made again when they are there", async () => {
    const { platform, contractId, control, askAdmin, logged } = await openStoreWithContract();
    await control("throttle", { points_per_second: 40 });
    await platform.getContract(contractId);
    const useUp = async (): Promise<unknown> => {
      for (;;) await askAdmin("{ products(first: 5) { nodes { id title } } }");
    };
    await expect(useUp()).rejects.toThrow("THROTTLED");
    expect(logged).not.toContain("platform throttles");
    expect(await platform.getContract(contractId)).toMatchObject({ contractId });
    expect(logged).toContain("platform throttles");
  });
});
