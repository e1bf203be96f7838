import type { Hono } from "hono";
import { z } from "zod";
import { copyShop } from "../demo/copy-shop.ts";
import { createShop } from "../demo/create-shop.ts";
import { seedShop } from "../demo/seed-shop.ts";
import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import { shopPayload } from "../webhooks/shop-payload.ts";
import { controlShop, declareControl, errorResponse, fullDomain } from "./declare-control.ts";
import { emailAddress } from "./email-address.ts";
import { platformCurrency } from "./platform-currency.ts";
import { shopState } from "./shop-state.ts";

const domainField = z
  .string()
  .transform(fullDomain)
  .pipe(z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, "a *.myshopify.com domain"));

const appUrlField = z.url().transform((url) => url.replace(/\/$/, ""));

/** What the merchant may change of a store at any time. */
const facts = {
  name: z.string().min(1).optional(),
  email: emailAddress.optional(),
  timezone: z
    .string()
    .refine((zone) => {
      try {
        return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
      } catch {
        return false;
      }
    }, "an IANA time zone")
    .optional(),
  currency: platformCurrency.optional(),
};

const shopSchema = z.strictObject({
  domain: domainField,
  ...facts,
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, "a country code")
    .optional(),
  locale: z.string().optional(),
  plan: z.enum(["basic", "advanced", "plus"]).optional(),
  app_url: appUrlField.nullable().optional(),
  seed: z.enum(["empty", "goods", "small", "demo"]).default("small"),
});

function refuseKnown({ state }: Devstore, domain: string): void {
  if (state.shop(domain)) throw new InputError("domain", `${domain} exists already`);
}

/** Shops of one's own beside the demo's, and what a shop holds. */
export function mountShopControls(app: Hono, devstore: Devstore): void {
  const { state, webhooks } = devstore;
  app.post("/__dev/shops", async (c) => {
    try {
      const body = shopSchema.parse(await c.req.json().catch(() => ({})));
      refuseKnown(devstore, body.domain);
      const shop = state.transaction(() => {
        const created = createShop(devstore, {
          domain: body.domain,
          name: body.name,
          email: body.email,
          timezone: body.timezone,
          currency: body.currency,
          countryCode: body.country_code,
          locale: body.locale,
          plan: body.plan,
          appUrl: body.app_url,
        });
        seedShop(devstore, created, body.seed);
        return created;
      });
      return c.json(shopState(devstore, shop), 201);
    } catch (error) {
      return errorResponse(c, error);
    }
  });
  const copySchema = z.strictObject({ domain: domainField, app_url: appUrlField.nullable() });
  declareControl(app, devstore, "shops/copy", copySchema, ({ shop, body }) => {
    refuseKnown(devstore, body.domain);
    const { domain, app_url: appUrl } = body;
    return shopState(
      devstore,
      state.transaction(() => copyShop(devstore, shop, { domain, appUrl })),
    );
  });
  // As the merchant does in the store's settings. What was sold and agreed keeps the currency that it has.
  declareControl(app, devstore, "shop", z.strictObject(facts), ({ shop, body }) => {
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    const changed = { ...shop, ...Object.fromEntries(given) };
    state.transaction(() => {
      state.putShop(changed);
      webhooks.enqueue(shop.domain, "shop/update", shopPayload(changed));
    });
    return shopState(devstore, changed).shop;
  });
  // As a store that was opened before February 2026 may still have it.
  const accountsSchema = z.strictObject({ version: z.enum(["new", "legacy"]) });
  declareControl(app, devstore, "customer-accounts", accountsSchema, ({ shop, body }) => {
    state.putShop({ ...shop, customerAccounts: body.version });
    return { version: body.version };
  });
  app.get("/__dev/shops", (c) =>
    c.json({ shops: state.shops().map((shop) => shopState(devstore, shop).shop) }),
  );
  app.get("/__dev/state", (c) => {
    try {
      return c.json(shopState(devstore, controlShop(devstore, c)));
    } catch (error) {
      return errorResponse(c, error);
    }
  });
}
