import { describe, expect, test } from "vitest";
import type { ContractChange } from "#app/platform/platform-contract.ts";
import { splitUnreadable } from "#app/platform/platform-unreadable.ts";
import { prepareTestStores } from "./prepare-test-stores.ts";

const { openStore, openStoreWithContract } = prepareTestStores();

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
      accountUrl: expect.stringMatching(/^http:.*\.localhost:\d+\/account$/),
      ianaTimezone: "Europe/Berlin",
      currency: "JPY",
      taxesOnTop: false,
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
      next_billing_date: "2031-01-31T10:00:00Z",
    });
    const contract = await platform.getContract(contractId);
    expect(contract).toMatchObject({
      contractId,
      customerId,
      status: "paused",
      interval: { unit: "week", count: 2 },
      deliveryInterval: { unit: "week", count: 2 },
      nextBillingAt: new Date("2031-01-31T10:00:00Z"),
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
      contracts.push(...splitUnreadable(page.items).readable.map((item) => item.contractId));
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
      .poll(() =>
        signIn().then(
          () => platform.getShop(),
          () => null,
        ),
      )
      .toMatchObject({ domain });
  });
});
