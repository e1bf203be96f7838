import type { Hono } from "hono";
import { z } from "zod";
import { changeConsent } from "../customers/change-consent.ts";
import { changeCustomer } from "../customers/change-customer.ts";
import { createCustomer } from "../customers/create-customer.ts";
import type { Devstore } from "../devstore.ts";
import { InputError, MissingError } from "../input-error.ts";
import { endedShopperCookie, shopperCookie } from "../sign-in/shopper-cookie.ts";
import {
  type ConsentRecord,
  customerName,
  type DevCustomer,
  type MarketingState,
} from "../state/customer.ts";
import { declareControl, pathId } from "./declare-control.ts";
import { emailAddress } from "./email-address.ts";

const marketingState = z.enum(["subscribed", "unsubscribed", "pending"]);

const customerSchema = z.strictObject({
  email: emailAddress.optional(),
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

const marketingSchema = z.strictObject({
  email: marketingState.optional(),
  sms: marketingState.optional(),
  opt_in_level: z.enum(["single_opt_in", "confirmed_opt_in", "unknown"]).default("single_opt_in"),
});

/** A list, or a text with commas as the page has it. */
const tagList = z
  .union([z.array(z.string()), z.string()])
  .default([])
  .transform((given) => (typeof given === "string" ? given.split(",") : given))
  .transform((tags) => tags.map((tag) => tag.trim()).filter((tag) => tag !== ""));

const tagsSchema = z.strictObject({ add: tagList, remove: tagList });

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
  mountCustomerChanges(app, devstore);
}

/** What a customer, or the merchant in the platform's admin, changes of a customer. */
function mountCustomerChanges(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  const find = (shop: string, cid: number): DevCustomer => {
    const customer = state.get(shop, "customer", cid);
    if (customer === undefined) throw new MissingError(`no customer ${cid} in ${shop}`);
    return customer;
  };
  declareControl(app, devstore, "customers/:id/marketing", marketingSchema, ({ shop, body, c }) => {
    const { domain } = shop;
    const record = {
      optInLevel: body.opt_in_level.toUpperCase() as ConsentRecord["optInLevel"],
      updatedAt: state.now(domain).toISOString(),
      collectedFrom: "SHOPIFY" as const,
    };
    const changed = state.transaction(() => {
      let customer = find(domain, pathId(c));
      for (const channel of ["email", "sms"] as const) {
        const given = body[channel];
        if (given === undefined) continue;
        if (channel === "sms" && customer.phone === null) {
          throw new InputError("sms", "the customer has no phone number");
        }
        customer = changeConsent(devstore, domain, customer, channel, {
          ...record,
          state: given.toUpperCase() as MarketingState,
        });
      }
      return customer;
    });
    return {
      cid: changed.id,
      email: changed.emailMarketing.toLowerCase(),
      sms: changed.smsMarketing.toLowerCase(),
    };
  });
  declareControl(app, devstore, "customers/:id/tags", tagsSchema, ({ shop, body, c }) => {
    const changed = state.transaction(() => {
      const customer = find(shop.domain, pathId(c));
      const kept = customer.tags.filter((tag) => !body.remove.includes(tag));
      const tags = [...new Set([...kept, ...body.add])];
      return tags.join() === customer.tags.join()
        ? customer
        : changeCustomer(devstore, shop.domain, customer, { tags });
    });
    return { cid: changed.id, tags: changed.tags };
  });
}
