import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContractChange } from "#app/platform/platform.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { openTestStore, type TestStore, type TestStoreOptions } from "./open-test-store.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const openStore = (options: TestStoreOptions = {}) => openTestStore(pool, options);

/** A store with one contract, made as a checkout makes it. */
async function openStoreWithContract(contract: object = {}, options: TestStoreOptions = {}) {
  const store = await openStore(options);
  const made = await store.control("contracts", { price: "15.00", ...contract });
  return { ...store, contractId: Number(made.contract_id), customerId: Number(made.cid) };
}

const tenPercent: ContractChange = {
  kind: "add_discount",
  title: "Stay with us",
  value: { kind: "percentage", percentage: 10 },
  recurringCycleLimit: 3,
};

describe("reading a store", () => {
  test("its own facts are in the product's words", async () => {
    const { platform, domain } = await openStore({ currency: "JPY" });
    expect(await platform.getShop()).toEqual({
      shopId: expect.any(Number),
      domain,
      name: "A test store",
      contactEmail: expect.stringContaining("@"),
      ianaTimezone: "Europe/Berlin",
      currency: "JPY",
      isDevelopment: expect.any(Boolean),
    });
  });

  test.each([
    ["EUR", "15.00", 1500],
    ["JPY", "1500", 1500],
    ["KWD", "1.250", 1250],
  ])(
    "a contract in %s is counted in that currency's own minor units",
    async (currency, price, minor) => {
      const { platform, contractId } = await openStoreWithContract({ price }, { currency });
      expect(await platform.getContract(contractId)).toMatchObject({ currency, priceMinor: minor });
    },
  );

  test("a contract has its customer, status, interval, lines, last charge and the price of all pieces", async () => {
    const { platform, contractId, customerId } = await openStoreWithContract({
      price: "4.50",
      quantity: 3,
      interval_name: "week",
      interval_count: 2,
      status: "paused",
      next_billing_date: "2027-01-31T10:00:00Z",
    });
    const contract = await platform.getContract(contractId);
    expect(contract).toMatchObject({
      contractId,
      customerId,
      status: "paused",
      interval: { unit: "week", count: 2 },
      deliveryInterval: { unit: "week", count: 2 },
      nextBillingAt: new Date("2027-01-31T10:00:00Z"),
      priceMinor: 1350,
      discounts: [],
      chargeRunning: false,
      originOrderId: expect.any(Number),
    });
    expect(contract?.lines).toMatchObject([{ quantity: 3, priceMinor: 450 }]);
    expect(contract?.lastCharge?.currency).toBe("EUR");
    expect(contract?.lastCharge?.amountMinor).toBeGreaterThan(0);
  });

  test("what the platform does not know is null", async () => {
    const { platform } = await openStore();
    expect(await platform.getContract(4_711)).toBeNull();
    expect(await platform.getCustomer(4_711)).toBeNull();
  });

  test("customers and contracts come page by page, each once and none left out", async () => {
    const { platform, control } = await openStore();
    const made = new Set<number>();
    const customers = new Set<number>();
    for (let count = 0; count < 23; count += 1) {
      const contract = await control("contracts", { price: "9.90" });
      made.add(Number(contract.contract_id));
      customers.add(Number(contract.cid));
    }
    const contracts: number[] = [];
    let pages = 0;
    for (let cursor: string | null = null, more = true; more; pages += 1) {
      const page = await platform.listContracts(cursor);
      contracts.push(...page.items.map((item) => item.contractId));
      cursor = page.nextCursor;
      more = cursor !== null;
    }
    expect(pages).toBeGreaterThan(1);
    expect(contracts).toHaveLength(made.size);
    expect(new Set(contracts)).toEqual(made);
    const { items } = await platform.listCustomers(null);
    expect(new Set(items.map((item) => item.customerId))).toEqual(customers);
    const [first] = items;
    expect(await platform.getCustomer(first?.customerId ?? 0)).toEqual(first);
    expect(first).toMatchObject({
      email: expect.stringContaining("@"),
      createdAt: expect.any(Date),
    });
  });

  test("a contract with more discounts than fit into one answer has them all", async () => {
    const { platform, contractId } = await openStoreWithContract();
    for (let count = 1; count <= 8; count += 1) {
      const draft = await platform.draftContractChange(contractId, {
        ...tenPercent,
        title: `Discount ${count}`,
        value: { kind: "percentage", percentage: 1 },
      });
      await platform.commitContractChange(draft.draftId, contractId);
    }
    const contract = await platform.getContract(contractId);
    expect(contract?.discounts.map((discount) => discount.title)).toEqual(
      Array.from({ length: 8 }, (_, index) => `Discount ${index + 1}`),
    );
  });

  test("plan groups are memberships where this app has marked them so, and products otherwise", async () => {
    const { platform } = await openStore({ seed: "small" });
    const groups = await platform.listPlanGroups();
    expect(new Set(groups.map((group) => group.kind))).toEqual(new Set(["membership", "product"]));
    for (const group of groups) {
      expect(group.plans.length).toBeGreaterThan(0);
      expect(group.plans[0]?.interval?.count).toBeGreaterThan(0);
    }
  });
});

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

  test("an interval change moves billing, delivery and the next date", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const nextBillingAt = new Date("2027-03-01T09:00:00Z");
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
      next_billing_date: "2027-01-31T10:00:00Z",
    });
    const interval = { unit: "week", count: 6 } as const;
    const draft = await platform.draftContractChange(contractId, {
      kind: "change_interval",
      interval,
      nextBillingAt: null,
    });
    const contract = await platform.commitContractChange(draft.draftId, contractId);
    expect(contract).toMatchObject({ interval, nextBillingAt: new Date("2027-01-31T10:00:00Z") });
  });

  test("a discount is taken off, and taking off one that is gone is no error", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const draft = await platform.draftContractChange(contractId, tenPercent);
    await platform.commitContractChange(draft.draftId, contractId);
    const gid = draft.discountGid ?? "";
    expect((await platform.removeContractDiscount(contractId, gid)).discounts).toEqual([]);
    expect((await platform.removeContractDiscount(contractId, gid)).discounts).toEqual([]);
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

  test("a call above the store's points waits until there are some again", async () => {
    const { platform, contractId, control, logged } = await openStoreWithContract();
    await control("throttle", { points_per_second: 20 });
    for (let reads = 0; reads < 200 && !logged.includes("platform throttles"); reads += 1) {
      expect(await platform.getContract(contractId)).toMatchObject({ contractId });
    }
    expect(logged).toContain("platform throttles");
  });
});

describe("a store credit code", () => {
  const credit = (customerId: number, code: string, currency = "EUR") => ({
    code,
    title: "Store credit",
    customerId,
    amountMinor: 1500,
    currency,
  });
  const customerOf = async ({ control }: TestStore) =>
    Number((await control("customers", { first_name: "Ada" })).cid);

  test("is for one customer, one order and one amount, and goes with other discounts", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const gid = await store.platform.createCreditCode(credit(cid, "CREDIT-ONE"));
    expect(
      await store.askAdmin(`{ codeDiscountNodeByCode(code: "credit-one") { id codeDiscount {
        ... on DiscountCodeBasic { status usageLimit appliesOncePerCustomer recurringCycleLimit
          combinesWith { orderDiscounts productDiscounts shippingDiscounts }
          context { ... on DiscountCustomers { customers { id } } }
          customerGets { appliesOnOneTimePurchase appliesOnSubscription
            value { ... on DiscountAmount { appliesOnEachItem amount { amount currencyCode } } } } } } } }`),
    ).toEqual({
      codeDiscountNodeByCode: {
        id: gid,
        codeDiscount: {
          status: "ACTIVE",
          usageLimit: 1,
          appliesOncePerCustomer: true,
          recurringCycleLimit: 1,
          combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
          context: { customers: [{ id: `gid://shopify/Customer/${cid}` }] },
          customerGets: {
            appliesOnOneTimePurchase: true,
            appliesOnSubscription: true,
            value: { appliesOnEachItem: false, amount: { amount: "15.0", currencyCode: "EUR" } },
          },
        },
      },
    });
  });

  test("is counted in the currency's own units", async () => {
    const store = await openStore({ seed: "small", currency: "JPY" });
    const cid = await customerOf(store);
    await store.platform.createCreditCode(credit(cid, "CREDIT-YEN", "JPY"));
    const placed = await store.control("orders", {
      cid,
      lines: [{ variant_id: 7502, quantity: 2 }],
      credit_code: "CREDIT-YEN",
    });
    const order = await store.platform.getOrder(Number(placed.order_id));
    expect(order?.discountCodes).toEqual([{ code: "CREDIT-YEN", amountMinor: 1500 }]);
  });

  test("asked for twice is the same one; a customer whom the platform does not know gets none", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const first = await store.platform.createCreditCode(credit(cid, "CREDIT-TWO"));
    expect(await store.platform.createCreditCode(credit(cid, "CREDIT-TWO"))).toBe(first);
    await expect(store.platform.createCreditCode(credit(4711, "CREDIT-NIL"))).rejects.toMatchObject(
      { kind: "refused" },
    );
  });

  test("is closed, twice without harm, and tells how often it was used; an unknown one is null", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const gid = await store.platform.createCreditCode(credit(cid, "CREDIT-END"));
    const lines = [{ variant_id: 7502, quantity: 1 }];
    const placed = await store.control("orders", { cid, lines, credit_code: "CREDIT-END" });
    for (const _ of [1, 2]) {
      expect(await store.platform.closeDiscountCode("CREDIT-END")).toEqual({ gid, usageCount: 1 });
    }
    expect(await store.platform.listOrdersWithCode("CREDIT-END")).toEqual([placed.order_id]);
    expect(await store.platform.closeDiscountCode("CREDIT-NEVER")).toBeNull();
    expect(await store.platform.listOrdersWithCode("CREDIT-NEVER")).toEqual([]);
  });

  test("shows what it took off an order of more lines than one page has, and what was paid back", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    await store.platform.createCreditCode({ ...credit(cid, "CREDIT-MANY"), amountMinor: 90_000 });
    const lines = Array.from({ length: 130 }, () => ({ variant_id: 7502, quantity: 1 }));
    const placed = await store.control("orders", { cid, lines, credit_code: "CREDIT-MANY" });
    const orderId = Number(placed.order_id);
    await store.control(`orders/${orderId}/refund`, { amount: "10.00" });
    await store.control(`orders/${orderId}/cancel`, { refund: false });
    expect(await store.platform.getOrder(orderId)).toMatchObject({
      orderId,
      name: placed.order_name,
      currency: "EUR",
      totalMinor: 130 * 1490 + 490 - 90_000,
      goodsMinor: 130 * 1490,
      cancelledAt: expect.any(Date),
      discountCodes: [{ code: "CREDIT-MANY", amountMinor: 90_000 }],
      refunds: [{ amountMinor: 1000, goodsMinor: 0 }],
    });
    expect(await store.platform.getOrder(4711)).toBeNull();
  });
});

describe("what the storefront renders from", () => {
  test("a customer's data is written, replaced and taken away again, twice without harm", async () => {
    const { platform, customerId, askAdmin } = await openStoreWithContract();
    const key = "customer_subscription1";
    const stored = `query { customer(id: "gid://shopify/Customer/${customerId}") { metafield(namespace: "$app", key: "${key}") { type jsonValue } } }`;
    await platform.publishCustomerData(customerId, key, { scid: 5001, contracts: [] });
    await platform.publishCustomerData(customerId, key, { scid: 5002, contracts: [] });
    expect(await askAdmin(stored)).toEqual({
      customer: { metafield: { type: "json", jsonValue: { scid: 5002, contracts: [] } } },
    });
    await platform.publishCustomerData(customerId, key, null);
    await platform.publishCustomerData(customerId, key, null);
    expect(await askAdmin(stored)).toEqual({ customer: { metafield: null } });
  });

  test("a customer whom the platform does not know is refused", async () => {
    const { platform } = await openStore();
    await expect(platform.publishCustomerData(4_711, "x", {})).rejects.toMatchObject({
      kind: "refused",
    });
  });

  test("is written for several customers at once, for all of them or for none", async () => {
    const { platform, control, askAdmin } = await openStore();
    const cids = [];
    for (const first_name of ["Ada", "Grace"]) {
      cids.push(Number((await control("customers", { first_name })).cid));
    }
    const items = cids.map((customerId) => ({ customerId, key: "store_credit", value: { n: 1 } }));
    await platform.publishCustomersData(items);
    const stored = (cid: number) =>
      askAdmin(
        `{ customer(id: "gid://shopify/Customer/${cid}") { metafield(namespace: "$app", key: "store_credit") { jsonValue } } }`,
      );
    const unknown = { customerId: 4711, key: "store_credit", value: { n: 2 } };
    const changed = items.map((item) => ({ ...item, value: { n: 2 } }));
    await expect(platform.publishCustomersData([...changed, unknown])).rejects.toMatchObject({
      kind: "refused",
    });
    for (const cid of cids) {
      expect(await stored(cid)).toEqual({ customer: { metafield: { jsonValue: { n: 1 } } } });
    }
  });

  test("the installation's data is written and taken away", async () => {
    const { platform, askAdmin } = await openStore();
    const stored = `query { currentAppInstallation { metafield(namespace: "cancel_flow", key: "settings") { jsonValue } } }`;
    const settings = { reasons: [{ alias: "too_expensive", title: "Zu teuer – 高い" }] };
    await platform.publishShopData("cancel_flow", "settings", settings);
    expect(await askAdmin(stored)).toEqual({
      currentAppInstallation: { metafield: { jsonValue: settings } },
    });
    await platform.publishShopData("cancel_flow", "settings", null);
    expect(await askAdmin(stored)).toEqual({ currentAppInstallation: { metafield: null } });
  });
});

describe("a store's access", () => {
  test("is renewed without anybody noticing when its token has run out", async () => {
    const { platform, control, sessions, domain } = await openStore();
    const before = await sessions.loadSession(`offline_${domain}`);
    await control("expire-tokens");
    expect(await platform.getShop()).toMatchObject({ domain });
    const after = await sessions.loadSession(`offline_${domain}`);
    expect(after?.accessToken).not.toBe(before?.accessToken);
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
  });

  test("ends with the uninstallation, and comes back with the next installation", async () => {
    const { platform, control, signIn, domain } = await openStore();
    await control("uninstall");
    await expect(platform.getShop()).rejects.toMatchObject({ kind: "not_connected" });
    await expect(platform.getShop()).rejects.toMatchObject({ kind: "not_connected" });
    // A session token from before the removal, to the second, does not bring the app back.
    await expect
      .poll(
        () =>
          signIn().then(
            () => platform.getShop(),
            () => null,
          ),
        { timeout: 10_000 },
      )
      .toMatchObject({ domain });
  });
});
