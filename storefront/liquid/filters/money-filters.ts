import type { Liquid } from "liquidjs";
import { formatMoney } from "../format-money.ts";
import { renderStateOf } from "../render-state.ts";

/** Registers the filters which show a price in the shop's own money formats. */
export function registerMoneyFilters(engine: Liquid): void {
  engine.registerFilter("money", function (price: unknown) {
    return shown(price, renderStateOf(this.context).context.shop.moneyFormats.plain);
  });
  engine.registerFilter("money_with_currency", function (price: unknown) {
    return shown(price, renderStateOf(this.context).context.shop.moneyFormats.withCurrency);
  });
  engine.registerFilter("money_without_currency", function (price: unknown) {
    const { plain } = renderStateOf(this.context).context.shop.moneyFormats;
    return shown(price, /\{\{[^{}]*\}\}/.exec(plain)?.[0] ?? plain);
  });
  engine.registerFilter("money_without_trailing_zeros", function (price: unknown) {
    const { plain } = renderStateOf(this.context).context.shop.moneyFormats;
    return shown(price, plain).replace(/[.,]00(?!\d)/, "");
  });
  engine.registerFilter("money_amount", (price: unknown) =>
    shown(price, "{{amount}}").replaceAll(",", ""),
  );
}

/** Nothing in gives nothing out, as on the platform; a text is read as far as it is a number. */
function shown(price: unknown, format: string): string {
  if (price === null || price === undefined || price === "") return "";
  const hundredths = Number(price);
  return Number.isNaN(hundredths) ? "" : formatMoney(hundredths, format);
}
