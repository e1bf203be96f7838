import type { Hono } from "hono";
import { z } from "zod";
import { createCustomer } from "../customers/create-customer.ts";
import type { Devstore } from "../devstore.ts";
import { MissingError } from "../input-error.ts";
import { endedShopperCookie, shopperCookie } from "../sign-in/shopper-cookie.ts";
import { customerName } from "../state/customer.ts";
import { declareControl } from "./declare-control.ts";

const customerSchema = z.strictObject({
  email: z.email().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  locale: z.string().optional(),
  phone: z.string().optional(),
  tags: z.array(z.string()).optional(),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, "a country code")
    .optional(),
  province: z.strictObject({ name: z.string(), code: z.string() }).optional(),
  payment: z.enum(["card", "shop_pay", "paypal"]).nullable().optional(),
});

/** Shoppers: sign one in or out by cookie, and make one. */
export function mountShopperControls(app: Hono, devstore: Devstore): void {
  const loginSchema = z.strictObject({ cid: z.coerce.number().int().positive() });
  declareControl(app, devstore, "login", loginSchema, ({ shop, body, c }) => {
    const customer = devstore.state.get(shop.domain, "customer", body.cid);
    if (customer === undefined) throw new MissingError(`no customer ${body.cid} in ${shop.domain}`);
    c.header("set-cookie", shopperCookie(devstore, shop, customer.id));
    return { cid: customer.id, email: customer.email, name: customerName(customer) };
  });
  declareControl(app, devstore, "logout", z.strictObject({}), ({ shop, c }) => {
    c.header("set-cookie", endedShopperCookie(shop));
    return { ok: true };
  });
  declareControl(app, devstore, "customers", customerSchema, ({ shop, body }) => {
    const customer = devstore.state.transaction(() =>
      createCustomer(devstore, shop, {
        email: body.email,
        firstName: body.first_name,
        lastName: body.last_name,
        locale: body.locale,
        phone: body.phone,
        tags: body.tags,
        countryCode: body.country_code,
        province: body.province,
        payment: body.payment,
      }),
    );
    return { cid: customer.id, email: customer.email, name: customerName(customer) };
  });
}
