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

/** An amount of an order as the shop books it, and in the currency that the shopper paid in. */
export function moneyBagView(
  minor: number,
  { currency, presentment }: Pick<DevOrder, "currency" | "presentment">,
): View {
  const shopMoney = moneyView(minor, currency);
  const presentmentMoney = presentment
    ? moneyView(toPresentment(minor, currency, presentment), presentment.currency)
    : shopMoney;
  return { __typename: "MoneyBag", shopMoney, presentmentMoney };
}

export function countView(count: number): View {
  return { __typename: "Count", count, precision: "EXACT" };
}
