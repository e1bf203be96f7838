import type { DevOrder } from "../../../state/order.ts";
import type { View } from "../../admin-context.ts";
import { moneyBagView } from "../money-view.ts";

/** The one tax of an order, or a part's share of it; nothing where there is none. */
export function taxLineViews(order: DevOrder, taxMinor: number): View[] {
  const { taxTitle, taxRate } = order;
  if (taxMinor === 0) return [];
  return [
    {
      __typename: "TaxLine",
      title: taxTitle,
      rate: taxRate,
      ratePercentage: taxRate * 100,
      priceSet: moneyBagView(taxMinor, order),
      channelLiable: false,
      source: null,
    },
  ];
}
