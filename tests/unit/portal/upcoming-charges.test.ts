import { describe, expect, test } from "vitest";
import { priceUpcoming } from "#app/domain/portal/upcoming-charges.ts";
import type {
  PlatformContract,
  PlatformContractDiscount,
} from "#app/platform/platform-contract.ts";

type Contract = Parameters<typeof priceUpcoming>[0];

const dates = [1, 2, 3, 4].map((month) => new Date(Date.UTC(2026, month, 1)));

const line: PlatformContract["lines"][number] = {
  ...{ lineGid: "line", title: "Tea", variantTitle: null, imageUrl: null, quantity: 2 },
  ...{ priceMinor: 1000, discountedMinor: 2000, sellingPlanId: 1, sellingPlanName: "Monthly" },
  priceSteps: [],
};
const tenth: PlatformContractDiscount = {
  ...{ gid: "discount", title: "Ten percent", targetType: "LINE_ITEM", appliesOnEachItem: false },
  ...{ recurringCycleLimit: 3, usageCount: 1, value: { kind: "percentage", percentage: 10 } },
};

function amounts(
  given: Partial<Pick<PlatformContract, "lines" | "discounts" | "deliveryMinor">>,
  { priceStep = 0, chargesMade = 1 } = {},
) {
  const contract = { lines: [line], discounts: [], deliveryMinor: 300, ...given } as unknown;
  const upcoming = priceUpcoming(contract as Contract, { priceStep }, chargesMade, {
    dates,
    leaving: [],
  });
  return upcoming.map(({ amountMinor }) => amountMinor);
}

describe("the amounts of the charges to come", () => {
  test("stay the same while nothing ends", () => {
    expect(amounts({})).toEqual([2300, 2300, 2300, 2300]);
  });

  test("rise when a discount is used up", () => {
    const lines = [{ ...line, discountedMinor: 1800 }];
    expect(amounts({ lines, discounts: [tenth] })).toEqual([2100, 2100, 2300, 2300]);
  });

  test("rise when free delivery is used up", () => {
    const free = { ...tenth, targetType: "SHIPPING_LINE", usageCount: 2 } as const;
    expect(amounts({ discounts: [free] })).toEqual([2000, 2300, 2300, 2300]);
  });

  test("follow the prices that the plan has promised, each step once", () => {
    const priceSteps = [
      { afterCycle: 1, priceMinor: 500 },
      { afterCycle: 3, priceMinor: 1200 },
    ];
    const lines = [{ ...line, priceSteps }];
    expect(amounts({ lines }, { priceStep: 1 })).toEqual([2300, 2300, 2700, 2700]);
  });

  test("are not told where a discount that ends holds for some lines alone", () => {
    const lines = [{ ...line, discountedMinor: 1900 }];
    expect(amounts({ lines, discounts: [tenth] })).toEqual([2200, 2200, null, null]);
  });
});
