import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { declareControl } from "./declare-control.ts";
import { platformCurrency } from "./platform-currency.ts";

/** Units of each currency that one unit of the shop's own comes to. */
const currenciesSchema = z.strictObject({
  rates: z.record(platformCurrency, z.number().positive()),
});

/** The currencies that the shop sells in beside its own, and the platform's rates of now. */
export function mountCurrencyControl(app: Hono, devstore: Devstore): void {
  declareControl(app, devstore, "currencies", currenciesSchema, ({ shop, body: { rates } }) => {
    devstore.state.putShop({ ...shop, rates });
    return { currency: shop.currency, rates };
  });
}
