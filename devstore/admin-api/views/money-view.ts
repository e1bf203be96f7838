import { decimalOfMinor } from "../../state/money.ts";
import type { DevOrder } from "../../state/order.ts";
import { toPresentment } from "../../state/presentment.ts";
import type { View } from "../admin-context.ts";

export function moneyView(minor: number, currency: string): View {
  return {
    __typename: "MoneyV2",
    amount: decimalOfMinor(minor, currency),
    currencyCode: currency,
  };
}

/** An amount of an order as the shop books it, and in the currency that the shopper paid in: the whole order as it was agreed. */
export function moneyBagView(
  minor: number,
  order: Pick<DevOrder, "currency" | "presentment"> &
    Partial<Pick<DevOrder, "totalMinor" | "originalTotalMinor" | "presentmentTotalMinor">>,
): View {
  const { currency, presentment, presentmentTotalMinor: agreed } = order;
  const shopMoney = moneyView(minor, currency);
  const isWhole = minor === (order.originalTotalMinor ?? order.totalMinor);
  const presentmentMoney = presentment
    ? moneyView(
        isWhole && agreed !== undefined ? agreed : toPresentment(minor, currency, presentment),
        presentment.currency,
      )
    : shopMoney;
  return { __typename: "MoneyBag", shopMoney, presentmentMoney };
}

export function countView(count: number): View {
  return { __typename: "Count", count, precision: "EXACT" };
}
