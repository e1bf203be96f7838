import { decimalOfMinor } from "../../state/money.ts";
import type { View } from "../admin-context.ts";

export function moneyView(minor: number, currency: string): View {
  return {
    __typename: "MoneyV2",
    amount: decimalOfMinor(minor, currency),
    currencyCode: currency,
  };
}

/** Development shops sell in one currency: both sides of a bag are the same. */
export function moneyBagView(minor: number, currency: string): View {
  const money = moneyView(minor, currency);
  return { __typename: "MoneyBag", shopMoney: money, presentmentMoney: money };
}

export function countView(count: number): View {
  return { __typename: "Count", count, precision: "EXACT" };
}
