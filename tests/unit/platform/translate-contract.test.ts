import { describe, expect, test } from "vitest";
import type { ContractFactsFragment } from "#app/platform/shopify/admin-operations.generated.ts";
import { translateContract } from "#app/platform/shopify/contracts/translate-contract.ts";

type Attempt = ContractFactsFragment["billingAttempts"]["nodes"][number]["state"];
type Order = ContractFactsFragment["orders"]["nodes"][number];

const noMore = { hasNextPage: false, endCursor: null };

const order = (id: number, amount: string, processedAt: string): Order => ({
  id: `gid://shopify/Order/${id}`,
  processedAt,
  totalPriceSet: { presentmentMoney: { amount, currencyCode: "EUR" } },
});

function facts(changes: Partial<ContractFactsFragment> = {}): ContractFactsFragment {
  return {
    id: "gid://shopify/SubscriptionContract/5001",
    status: "ACTIVE",
    currencyCode: "EUR",
    revisionId: "12",
    nextBillingDate: null,
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-02-01T00:00:00Z",
    customAttributes: [],
    customer: { id: "gid://shopify/Customer/1001" },
    customerPaymentMethod: null,
    originOrder: null,
    orders: { nodes: [] },
    billingAttempts: { nodes: [] },
    billingPolicy: { interval: "MONTH", intervalCount: 1, anchors: [] },
    deliveryPolicy: { interval: "WEEK", intervalCount: 2 },
    deliveryPrice: { amount: "0.0", currencyCode: "EUR" },
    lines: { nodes: [], pageInfo: noMore },
    discounts: { nodes: [], pageInfo: noMore },
    ...changes,
  };
}

const translate = (changes: Partial<ContractFactsFragment>) =>
  translateContract(facts(changes), [], []);

describe("a contract in the product's words", () => {
  test("has no customer, date, charge or origin where the platform has none", () => {
    expect(translate({ customer: null })).toEqual({
      contractId: 5001,
      customerId: null,
      status: "active",
      currency: "EUR",
      revisionId: "12",
      nextBillingAt: null,
      interval: { unit: "month", count: 1 },
      deliveryInterval: { unit: "week", count: 2 },
      billingAnchors: [],
      priceMinor: 0,
      deliveryMinor: 0,
      lines: [],
      discounts: [],
      lastCharge: null,
      chargeRunning: false,
      paymentMethod: null,
      card: null,
      originOrderId: null,
      creationKey: null,
      createdAt: new Date("2026-01-01T00:00:00Z"),
      updatedAt: new Date("2026-02-01T00:00:00Z"),
    });
  });

  test("has the days on which it is always charged", () => {
    const anchors = [
      { type: "WEEKDAY", day: 1, month: null },
      { type: "MONTHDAY", day: 31, month: null },
      { type: "YEARDAY", day: 2, month: 3 },
    ] as const;
    const billingPolicy = { interval: "MONTH" as const, intervalCount: 1, anchors: [...anchors] };
    expect(translate({ billingPolicy }).billingAnchors).toEqual([
      { type: "weekday", day: 1 },
      { type: "monthday", day: 31 },
      { type: "yearday", month: 3, day: 2 },
    ]);
  });

  test("was last charged by the newer of its first order and its latest renewal", () => {
    const first = order(1, "20.0", "2026-01-01T00:00:00Z");
    const renewal = order(2, "15.0", "2026-02-01T00:00:00Z");
    const charge = (amountMinor: number, at: string) => ({
      amountMinor,
      currency: "EUR",
      at: new Date(at),
    });
    expect(translate({ originOrder: first })).toMatchObject({
      originOrderId: 1,
      lastCharge: charge(2000, "2026-01-01T00:00:00Z"),
    });
    expect(translate({ originOrder: first, orders: { nodes: [renewal] } }).lastCharge).toEqual(
      charge(1500, "2026-02-01T00:00:00Z"),
    );
    expect(translate({ originOrder: renewal, orders: { nodes: [first] } }).lastCharge).toEqual(
      charge(1500, "2026-02-01T00:00:00Z"),
    );
  });

  test.each<[Attempt["__typename"], boolean]>([
    ["SubscriptionBillingAttemptPendingState", true],
    ["SubscriptionBillingAttemptActionRequiredState", true],
    ["SubscriptionBillingAttemptSuccessState", false],
    ["SubscriptionBillingAttemptFailedState", false],
  ])("whose latest attempt is a %s has a charge running: %s", (__typename, running) => {
    const nodes = [{ state: { __typename } as Attempt }];
    expect(translate({ billingAttempts: { nodes } }).chargeRunning).toBe(running);
  });
});
