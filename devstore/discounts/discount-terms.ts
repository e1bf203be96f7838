import type { CodeDiscountEffect, DiscountItems } from "../state/discount-code.ts";
import type { DiscountTerms } from "../state/order.ts";

/** What an order keeps of a discount's meaning. */
export function discountTerms(effect: CodeDiscountEffect): DiscountTerms {
  switch (effect.type) {
    case "free_shipping":
      return {
        target: "SHIPPING_LINE",
        allocation: "EACH",
        selection: "ALL",
        value: { percentage: 100 },
      };
    case "bxgy":
      return {
        target: "LINE_ITEM",
        allocation: "EACH",
        selection: "ENTITLED",
        value: pricingValue(effect.gets.effect),
      };
    case "basic": {
      const { value, items } = effect;
      const isEach = value.type === "amount" ? value.appliesOnEachItem : !items.all;
      return {
        target: "LINE_ITEM",
        allocation: isEach ? "EACH" : "ACROSS",
        selection: selectionOf(items),
        value: pricingValue(value),
      };
    }
  }
}

function selectionOf({ all }: DiscountItems): DiscountTerms["selection"] {
  return all ? "ALL" : "ENTITLED";
}

function pricingValue(
  value: { type: "percentage"; percentage: number } | { type: "amount"; amountMinor: number },
): DiscountTerms["value"] {
  // A share of 0.1 is 10 percent, without the float's tail.
  return value.type === "percentage"
    ? { percentage: Number((value.percentage * 100).toFixed(7)) }
    : { amountMinor: value.amountMinor };
}
