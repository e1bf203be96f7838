import type { DevOrder, DevOrderLine, DiscountTerms } from "../../../state/order.ts";
import type { View } from "../../admin-context.ts";
import { moneyBagView, moneyView } from "../money-view.ts";

/** What each code took off a line, and what a contract's own discount did. */
export function allocationsOf(order: DevOrder, line: DevOrderLine): View[] {
  const byCode = line.codeDiscounts ?? [];
  const byContract = line.contractDiscounts ?? [];
  const known = [...byCode, ...byContract].reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const rest = line.discountMinor - known;
  return [
    ...byCode.map((one) =>
      allocationView(order, one.amountMinor, codeApplicationView(order, one.code)),
    ),
    ...[...byContract, ...(rest === 0 ? [] : [{ title: "Discount", amountMinor: rest }])].map(
      ({ title, amountMinor }, place) =>
        allocationView(order, amountMinor, {
          __typename: "ManualDiscountApplication",
          title,
          description: null,
          ...applicationFields(order, order.discountCodes.length + place, {
            ...offTheOrder,
            value: { amountMinor },
          }),
        }),
    ),
  ];
}

export function allocationView(
  order: DevOrder,
  amountMinor: number,
  discountApplication: View,
): View {
  return {
    __typename: "DiscountAllocation",
    allocatedAmountSet: moneyBagView(amountMinor, order),
    discountApplication,
  };
}

export function codeApplicationView(order: DevOrder, code: string): View {
  const index = order.discountCodes.findIndex((one) => one.code === code);
  const used = order.discountCodes[index];
  const terms = used?.terms ?? {
    ...offTheOrder,
    value: { amountMinor: used?.amountMinor ?? 0 },
  };
  return {
    __typename: "DiscountCodeApplication",
    code,
    ...applicationFields(order, index, terms),
  };
}

const offTheOrder = { target: "LINE_ITEM", allocation: "ACROSS", selection: "ALL" } as const;

function applicationFields(order: DevOrder, index: number, terms: DiscountTerms) {
  const { value } = terms;
  return {
    index,
    allocationMethod: terms.allocation,
    targetType: terms.target,
    targetSelection: terms.selection,
    value:
      "percentage" in value
        ? { __typename: "PricingPercentageValue", percentage: value.percentage }
        : moneyView(value.amountMinor, order.currency),
  };
}
