import { beforeAll, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf, type documents } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

type Name = keyof typeof documents;

async function run(name: Name, variables: Record<string, unknown> = {}): Promise<AnyJson> {
  return shop.data(documentOf(name), variables);
}

/** A mutation's payload, whose user errors must be empty. */
async function doing(name: Name, variables: Record<string, unknown>) {
  const payload = Object.values(await run(name, variables))[0] as {
    userErrors: { code?: string; message: string }[];
    [field: string]: AnyJson;
  };
  expect(payload.userErrors).toEqual([]);
  return payload;
}

async function newContract(body: Record<string, unknown> = {}) {
  const answer = await shop.control("contracts", body);
  expect(answer.status).toBe(200);
  return { id: gid("SubscriptionContract", answer.body.contract_id), ...answer.body };
}

describe("the shop and its people", () => {
  test("shop and installation tell what an app needs to know", async () => {
    const data = await run("shop");
    expect(data.shop).toMatchObject({
      myshopifyDomain: shop.domain,
      ianaTimezone: "Europe/Berlin",
      currencyCode: "EUR",
      plan: { publicDisplayName: "Plus" },
    });
    expect(data.currentAppInstallation.app.handle).toBe("perennial");
  });

  test("a customer is whole: orders, money, addresses, contracts", async () => {
    const { customer } = await run("customer", { id: gid("Customer", 1001) });
    expect(customer.displayName).toBe("Anna Weber");
    expect(customer.subscriptionContracts.nodes.length).toBeGreaterThan(0);
    expect(Number(customer.numberOfOrders)).toBeGreaterThan(0);
    expect(customer.amountSpent.currencyCode).toBe("EUR");
    expect(customer.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  });

  test("tags are added and removed, and a search by updated_at finds who changed", async () => {
    const before = new Date(Date.now() - 1000).toISOString();
    const { body } = await shop.control("customers", { first_name: "Tag", last_name: "Bearer" });
    const id = gid("Customer", body.cid);
    await doing("tagsAdd", { id, tags: ["gold", "vip"] });
    const { node } = await doing("tagsRemove", { id, tags: ["vip"] });
    expect(node.tags).toEqual(["gold"]);
    const { customers } = await run("customers", { query: `updated_at:>'${before}' tag:gold` });
    expect(customers.nodes.map((one: { id: string }) => one.id)).toContain(id);
  });

  test("a payment update e-mail goes to the payment method's customer", async () => {
    const contract = await newContract();
    const { subscriptionContract } = await run("contract", { id: contract.id });
    const payload = await doing("paymentUpdateEmail", {
      id: subscriptionContract.customerPaymentMethod.id,
    });
    expect(payload.customer.id).toBe(gid("Customer", contract.cid));
  });
});

describe("contracts", () => {
  test("a contract shows its terms as a checkout made them", async () => {
    const contract = await newContract({ price: "15.00", interval_name: "month" });
    const { subscriptionContract: shown } = await run("contract", { id: contract.id });
    expect(shown).toMatchObject({
      status: "ACTIVE",
      currencyCode: "EUR",
      lastPaymentStatus: "SUCCEEDED",
      billingPolicy: { interval: "MONTH", intervalCount: 1 },
      originOrder: { id: gid("Order", contract.order_id) },
      linesCount: { count: 1, precision: "EXACT" },
    });
    expect(shown.lines.nodes[0].currentPrice).toEqual({ amount: "15.0", currencyCode: "EUR" });
  });

  test("the list is filtered by status, customer and time, and pages through everything", async () => {
    const contract = await newContract();
    const query = `customer_id:${contract.cid} status:ACTIVE`;
    const { subscriptionContracts } = await run("contracts", { query });
    expect(subscriptionContracts.nodes.map((one: { id: string }) => one.id)).toEqual([contract.id]);
    const seen = new Set<string>();
    let after: string | null = null;
    do {
      const { subscriptionContracts: page } = await run("contracts", { after });
      for (const node of page.nodes) seen.add(node.id);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    const { body } = await shop.look("state");
    expect(seen.size).toBe(body.counts.contracts);
  });

  test("pause, activate and fail move a contract; cancelled and expired ones never move again", async () => {
    const contract = await newContract();
    const { id } = contract;
    expect((await doing("pause", { id, actor: "CUSTOMER" })).contract.status).toBe("PAUSED");
    expect((await doing("activate", { id })).contract.status).toBe("ACTIVE");
    expect((await doing("fail", { id })).contract.status).toBe("FAILED");
    expect((await doing("activate", { id })).contract.status).toBe("ACTIVE");
    expect((await doing("cancel", { id, actor: "MERCHANT" })).contract.status).toBe("CANCELLED");
    for (const name of ["pause", "activate", "cancel", "fail", "expire"] as const) {
      const [payload] = Object.values(await run(name, { id })) as {
        contract: null;
        userErrors: { code: string }[];
      }[];
      expect(payload?.contract).toBeNull();
      expect(payload?.userErrors[0]?.code).toBe("CONTRACT_TERMINATED");
    }
    const expired = await newContract();
    await doing("expire", { id: expired.id });
    const again = await run("activate", { id: expired.id });
    expect(again.subscriptionContractActivate.userErrors[0].code).toBe("CONTRACT_TERMINATED");
  });

  test("the next billing date is what it was set to", async () => {
    const { id } = await newContract();
    const { contract } = await doing("setNextBillingDate", { id, date: "2031-05-01T08:00:00Z" });
    expect(contract.nextBillingDate).toBe("2031-05-01T08:00:00Z");
  });

  test("an app makes a contract in one call", async () => {
    const { body: customer } = await shop.control("customers");
    const policy = { interval: "MONTH", intervalCount: 1 };
    const { contract } = await doing("atomicCreate", {
      input: {
        customerId: gid("Customer", customer.cid),
        currencyCode: "EUR",
        nextBillingDate: "2031-01-01T00:00:00Z",
        lines: [
          {
            line: {
              productVariantId: gid("ProductVariant", 7501),
              quantity: 1,
              currentPrice: "12.50",
            },
          },
        ],
        contract: { billingPolicy: policy, deliveryPolicy: policy },
      },
    });
    expect(contract).toMatchObject({ status: "ACTIVE", nextBillingDate: "2031-01-01T00:00:00Z" });
  });
});

describe("billing cycles", () => {
  test("follow the contract's interval from its start, and can be skipped, unskipped and moved", async () => {
    const contract = await newContract({ interval_name: "month", interval_count: 1 });
    const start = new Date();
    const { subscriptionBillingCycles } = await run("cycles", {
      id: contract.id,
      from: start.toISOString(),
      to: new Date(start.getTime() + 100 * 86_400_000).toISOString(),
    });
    const [first, second] = subscriptionBillingCycles.nodes;
    expect(first).toMatchObject({ cycleIndex: 1, status: "UNBILLED", skipped: false });
    expect(first.billingAttemptExpectedDate).toBe(contract.next_billing_date.replace(".000Z", "Z"));
    expect(second.cycleStartAt).toBe(first.cycleEndAt);
    const cycle = { contractId: contract.id, selector: { index: 2 } };
    expect((await doing("skip", { cycle })).billingCycle).toEqual({ cycleIndex: 2, skipped: true });
    const moved = { billingDate: second.cycleStartAt, reason: "DEV_INITIATED" };
    const refused = await run("scheduleEdit", { cycle, input: moved });
    const { userErrors } = refused.subscriptionBillingCycleScheduleEdit;
    expect(userErrors[0].code).toBe("BILLING_DATE_SET_ON_SKIPPED");
    expect((await doing("unskip", { cycle })).billingCycle.skipped).toBe(false);
    const edited = await doing("scheduleEdit", { cycle, input: moved });
    expect(edited.billingCycle.billingAttemptExpectedDate).toBe(second.cycleStartAt);
    const beyond = { billingDate: "2049-01-01T00:00:00Z", reason: "DEV_INITIATED" };
    const outside = await run("scheduleEdit", { cycle, input: beyond });
    expect(outside.subscriptionBillingCycleScheduleEdit.userErrors[0].code).toBe("OUT_OF_BOUNDS");
  });

  test("keep the day of the month: a contract of 31 January renews on the last day of each month", async () => {
    const contract = await newContract({ created_at: "2027-01-31T10:00:00Z" });
    const { subscriptionBillingCycles } = await run("cycles", {
      id: contract.id,
      from: "2027-02-01T00:00:00Z",
      to: "2027-06-30T00:00:00Z",
    });
    const ends = subscriptionBillingCycles.nodes.map(
      (one: { cycleEndAt: string }) => one.cycleEndAt,
    );
    expect(ends.map((end: string) => end.slice(0, 10))).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
    ]);
    // Berlin changes its clocks on 28 March: the local hour stays, the instant moves.
    expect(ends[1]).toBe("2027-03-31T09:00:00Z");
  });

  test.each([
    { every: "week", ahead: 53 },
    { every: "month", ahead: 13 },
    { every: "year", ahead: 2 },
  ])(
    "of a contract of every $every are there for a year ahead, and no further",
    async ({ every, ahead }) => {
      const { id } = await newContract({ interval_name: every, interval_count: 1 });
      const select = (index: number) => ({ cycle: { contractId: id, selector: { index } } });
      expect((await doing("skip", select(ahead))).billingCycle.cycleIndex).toBe(ahead);
      const { userErrors } = (await run("skip", select(ahead + 1))).subscriptionBillingCycleSkip;
      expect(userErrors).toHaveLength(1);
      const { subscriptionBillingCycles } = await run("cycles", {
        id,
        from: new Date().toISOString(),
        to: new Date(Date.now() + 3 * 366 * 86_400_000).toISOString(),
      });
      expect(subscriptionBillingCycles.nodes).toHaveLength(Math.min(12, ahead));
    },
  );
});

describe("plans and products", () => {
  test("groups carry the app's mark, and a new group is sold with its product", async () => {
    const { sellingPlanGroups } = await run("planGroups");
    const marks = sellingPlanGroups.nodes.map((one: { appId: string }) => one.appId);
    expect(marks).toEqual([
      "perennial-membership",
      "perennial-subscription",
      "perennial-subscription",
    ]);
    const policy = { recurring: { interval: "MONTH", intervalCount: 3 } };
    const { sellingPlanGroup } = await doing("planGroupCreate", {
      input: {
        name: "Quarterly",
        appId: "perennial-subscription",
        merchantCode: "quarterly",
        options: ["Delivery"],
        sellingPlansToCreate: [
          { name: "Every quarter", options: ["3"], billingPolicy: policy, deliveryPolicy: policy },
        ],
      },
      resources: { productIds: [gid("Product", 7002)] },
    });
    expect(sellingPlanGroup.sellingPlans.nodes[0].name).toBe("Every quarter");
  });

  test("a group without a delivery policy, or for a product that is not there, is refused", async () => {
    const billingPolicy = { recurring: { interval: "MONTH", intervalCount: 1 } };
    const plan = { name: "P", options: ["o"], billingPolicy };
    const without = await run("planGroupCreate", {
      input: { name: "G", sellingPlansToCreate: [plan] },
    });
    expect(without.sellingPlanGroupCreate.userErrors[0].code).toBe(
      "SELLING_PLAN_DELIVERY_POLICY_MISSING",
    );
    const unknown = await run("planGroupCreate", {
      input: { name: "G" },
      resources: { productIds: [gid("Product", 1)] },
    });
    expect(unknown.sellingPlanGroupCreate.userErrors[0].code).toBe("PRODUCT_DOES_NOT_EXIST");
  });

  test("products have variants with prices", async () => {
    const { products } = await run("products");
    expect(products.nodes[0].variants.nodes[0].price).toBe("15.0");
  });
});

describe("orders", () => {
  test("an order shows its lines, taxes, refunds and disputes", async () => {
    const { body } = await shop.control("orders", {
      cid: 1001,
      lines: [{ variant_id: 7502, quantity: 2 }],
    });
    await shop.control(`orders/${body.order_id}/refund`, { amount: "5.00" });
    await shop.control(`orders/${body.order_id}/dispute`);
    const { order } = await run("order", { id: gid("Order", body.order_id) });
    expect(order.displayFinancialStatus).toBe("PARTIALLY_REFUNDED");
    expect(order.totalRefundedSet.shopMoney.amount).toBe("5.0");
    expect(order.transactions.map((one: { kind: string }) => one.kind)).toEqual(["SALE", "REFUND"]);
    expect(order.disputes[0]).toMatchObject({
      initiatedAs: "CHARGEBACK",
      status: "NEEDS_RESPONSE",
    });
    expect(order.taxLines[0]).toMatchObject({ title: "MwSt.", rate: 0.19 });
    expect(order.lineItems.nodes[0]).toMatchObject({ quantity: 2, contract: null });
  });

  test("an order says what each of its codes took off which line", async () => {
    const lines = [
      { variant_id: 7502, quantity: 1 },
      { variant_id: 7503, quantity: 1 },
    ];
    const input = {
      title: "Twenty off",
      code: "TWENTY-OFF",
      ...{ startsAt: "2026-01-01T00:00:00Z", context: { all: "ALL" } },
      combinesWith: { shippingDiscounts: true },
      customerGets: {
        items: { all: true },
        value: { discountAmount: { amount: "20.00", appliesOnEachItem: false } },
      },
    };
    await run("discountBasic", { input });
    const discount_codes = ["twenty-off", "FREESHIP"];
    const { body } = await shop.control("orders", { cid: 1001, lines, discount_codes });
    const { order } = await run("order", { id: gid("Order", body.order_id) });
    expect(order.discountCodes).toEqual(["TWENTY-OFF", "FREESHIP"]);
    expect(order.discountApplications.nodes).toEqual([
      { __typename: "DiscountCodeApplication", code: "TWENTY-OFF" },
      { __typename: "DiscountCodeApplication", code: "FREESHIP" },
    ]);
    const allocations = order.lineItems.nodes.map((line: { discountAllocations: unknown[] }) => {
      return line.discountAllocations;
    });
    const application = {
      __typename: "DiscountCodeApplication",
      code: "TWENTY-OFF",
      index: 0,
      allocationMethod: "ACROSS",
      targetType: "LINE_ITEM",
      targetSelection: "ALL",
      value: { amount: "20.0" },
    };
    expect(allocations).toEqual([
      [{ allocatedAmountSet: { shopMoney: { amount: "7.13" } }, discountApplication: application }],
      [
        {
          allocatedAmountSet: { shopMoney: { amount: "12.87" } },
          discountApplication: application,
        },
      ],
    ]);
  });

  test("a whole refund names the goods; an order that cost nothing is refunded by them alone", async () => {
    const input = {
      title: "All off",
      code: "ALL-OFF",
      ...{ startsAt: "2026-01-01T00:00:00Z", context: { all: "ALL" } },
      combinesWith: { shippingDiscounts: true },
      customerGets: { items: { all: true }, value: { percentage: 1 } },
    };
    await run("discountBasic", { input });
    const { body } = await shop.control("orders", {
      cid: 1001,
      lines: [{ variant_id: 7502, quantity: 2 }],
      discount_codes: ["ALL-OFF", "FREESHIP"],
    });
    expect(body.total).toBe("0.00");
    expect((await shop.control(`orders/${body.order_id}/refund`)).status).toBe(200);
    expect((await shop.control(`orders/${body.order_id}/refund`)).status).toBe(422);
    const { order } = await run("order", { id: gid("Order", body.order_id) });
    expect(order.refunds).toMatchObject([
      {
        totalRefundedSet: { shopMoney: { amount: "0.0" } },
        transactions: { nodes: [] },
        refundLineItems: {
          nodes: [{ quantity: 2, lineItem: { id: order.lineItems.nodes[0].id } }],
        },
      },
    ]);
  });

  test("a cancelled order is paid back unless told otherwise, and cannot be cancelled again", async () => {
    const place = async () =>
      (await shop.control("orders", { cid: 1001, lines: [{ variant_id: 7502, quantity: 1 }] }))
        .body;
    const paidBack = await place();
    const cancelled = await shop.control(`orders/${paidBack.order_id}/cancel`);
    expect(cancelled.body).toMatchObject({ cancelled: true, refunded: paidBack.total });
    expect((await shop.control(`orders/${paidBack.order_id}/cancel`)).status).toBe(422);
    const kept = await place();
    const answer = await shop.control(`orders/${kept.order_id}/cancel`, { refund: false });
    expect(answer.body).toMatchObject({ cancelled: true, refunded: "0.00" });
    const { order } = await run("order", { id: gid("Order", kept.order_id) });
    expect(order).toMatchObject({ cancelReason: "CUSTOMER", cancelledAt: expect.any(String) });
  });

  test("orders older than 60 days are hidden from a token without read_all_orders", async () => {
    await shop.control("scopes", { withhold: ["read_all_orders"] });
    const { orders } = await run("orders", { query: "" });
    const sixtyDaysAgo = Date.now() - 60 * 86_400_000;
    expect(orders.nodes.length).toBeGreaterThan(0);
    const { order } = await run("order", { id: gid("Order", 9001) });
    expect(order).toBeNull();
    const { body } = await shop.look("state");
    expect(orders.nodes.length).toBeLessThan(body.counts.orders);
    expect(Date.parse(orders.nodes[0].updatedAt)).toBeGreaterThan(sixtyDaysAgo);
  });

  test("… by every field that leads to one, too", async () => {
    const own = await platformShop({ seed: "small" });
    await own.control("scopes", { withhold: ["read_all_orders"] });
    const { body } = await own.control("orders", { cid: 1001, plan_id: 3501 });
    const query = `query($contract: ID!, $order: ID!, $customer: ID!) {
      node(id: $order) { id }
      customer(id: $customer) { lastOrder { id } orders(first: 9) { nodes { id createdAt } } }
      subscriptionContract(id: $contract) { originOrder { id } orders(first: 9) { nodes { id } } }
    }`;
    const variables = {
      contract: gid("SubscriptionContract", body.contract_id),
      order: gid("Order", body.order_id),
      customer: gid("Customer", 1001),
    };
    const seen = await own.data(query, variables);
    expect(seen.node).not.toBeNull();
    expect(seen.subscriptionContract.originOrder).not.toBeNull();
    expect(seen.subscriptionContract.orders.nodes).toHaveLength(1);
    await own.control("clock", { advance: "P61D" });
    const later = await own.data(query, variables);
    expect(later.node).toBeNull();
    expect(later.customer).toEqual({ lastOrder: null, orders: { nodes: [] } });
    expect(later.subscriptionContract).toEqual({ originOrder: null, orders: { nodes: [] } });
  });
});

describe("a contract of another app", () => {
  test("does not exist for this one, by whichever way", async () => {
    const own = await platformShop({ seed: "small" });
    const { body: other } = await own.control("contracts", { cid: 1001, other_app: true });
    const { body: ours } = await own.control("contracts", { cid: 1001 });
    const id = gid("SubscriptionContract", other.contract_id);
    const seen = await own.data(
      `query($id: ID!, $customer: ID!, $order: ID!) {
        node(id: $id) { id }
        subscriptionContract(id: $id) { id }
        subscriptionContracts(first: 50) { nodes { id } }
        customer(id: $customer) { subscriptionContracts(first: 50) { nodes { id } } }
        order(id: $order) { lineItems(first: 1) { nodes { contract { id } } } }
      }`,
      { id, customer: gid("Customer", 1001), order: gid("Order", other.order_id) },
    );
    expect(seen.node).toBeNull();
    expect(seen.subscriptionContract).toBeNull();
    expect(seen.order.lineItems.nodes).toEqual([{ contract: null }]);
    const listed = JSON.stringify([seen.subscriptionContracts, seen.customer]);
    expect(listed).not.toContain(id);
    expect(listed).toContain(gid("SubscriptionContract", ours.contract_id));
    const cancel = await own.data(
      "mutation($id: ID!) { subscriptionContractCancel(subscriptionContractId: $id) { userErrors { code } } }",
      { id },
    );
    expect(cancel.subscriptionContractCancel.userErrors).toEqual([{ code: "INVALID" }]);
  });
});

describe("webhook subscriptions of the API", () => {
  test("are made once for a topic and address, listed, and deleted", async () => {
    const input = { uri: "https://app.example/hooks" };
    const made = await doing("webhookCreate", { topic: "ORDERS_CREATE", input });
    const again = await run("webhookCreate", { topic: "ORDERS_CREATE", input });
    expect(again.webhookSubscriptionCreate.userErrors[0].message).toMatch(/already been taken/);
    const { webhookSubscriptions } = await run("webhooks");
    expect(webhookSubscriptions.nodes).toEqual([
      { id: made.webhookSubscription.id, topic: "ORDERS_CREATE", uri: input.uri },
    ]);
    await doing("webhookDelete", { id: made.webhookSubscription.id });
    expect((await run("webhooks")).webhookSubscriptions.nodes).toEqual([]);
  });
});
