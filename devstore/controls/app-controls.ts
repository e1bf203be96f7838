import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { appUrlOf } from "../find-shop.ts";
import { AppTrouble, InputError, MissingError } from "../input-error.ts";
import { grantedScopes, installApp } from "../sign-in/install-app.ts";
import {
  adminHostParameter,
  embeddedAppUrl,
  mintSessionToken,
} from "../sign-in/mint-session-token.ts";
import { accountOwner, findStaffMember } from "../sign-in/staff.ts";
import { uninstallApp } from "../sign-in/uninstall-app.ts";
import { protectedDataKinds } from "../state/protected-data.ts";
import type { DevShop } from "../state/shop.ts";
import { callApp } from "./call-app.ts";
import { declareControl } from "./declare-control.ts";

/** The app turns away what calls itself a robot, so the merchant's browser has an ordinary name. */
const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const pathSchema = z.strictObject({ path: z.string().startsWith("/").default("/app") });

const scopesSchema = z.strictObject({
  withhold: z.array(z.string()).default([]),
  /** Beyond what shopify.app.toml asks for, as another version of the app would. */
  add: z
    .array(z.string().regex(/^(read|write)_[a-z_]{1,60}$/, "a scope"))
    .max(50)
    .default([]),
});

const protectedDataSchema = z.strictObject({ approved: z.array(z.enum(protectedDataKinds)) });

const proxySchema = z.strictObject({
  prefix: z.enum(["a", "apps", "community", "tools"]),
  subpath: z.string().regex(/^[A-Za-z0-9_-]{1,30}$/, "letters, digits, hyphens and underscores"),
});

const visitSchema = pathSchema.extend({
  staff_id: z.coerce.number().int().positive().default(accountOwner.id),
});

const complianceSchema = z.strictObject({
  topic: z.enum(["customers/data_request", "customers/redact", "shop/redact"]),
  cid: z.coerce.number().int().positive().optional(),
});

/** What a merchant and the platform do with the app as a whole. */
export function mountAppControls(app: Hono, devstore: Devstore): void {
  const { state, webhooks } = devstore;
  declareControl(app, devstore, "session-token", visitSchema, ({ shop, body }) => {
    const staff = findStaffMember(body.staff_id);
    if (staff === undefined) throw new InputError("staff_id", "nobody on the staff has this id");
    const appUrl = appUrlOf(devstore, shop);
    return {
      id_token: mintSessionToken(devstore, shop, staff),
      host: adminHostParameter(shop),
      url: appUrl === null ? null : embeddedAppUrl(devstore, shop, staff, appUrl, body.path),
    };
  });
  declareControl(app, devstore, "install", pathSchema, async ({ shop, body }) => {
    const appUrl = appUrlOf(devstore, shop);
    if (appUrl === null) throw new InputError("app_url", "the shop has no app address");
    const url = embeddedAppUrl(devstore, shop, accountOwner, appUrl, body.path);
    const status = await openAppPage(url, appUrl);
    const installed = state.shop(shop.domain)?.installation != null;
    if (!installed) {
      throw new AppTrouble(`the app answered ${status} and did not exchange its token`);
    }
    if (status >= 400) {
      throw new AppTrouble(`the app exchanged its token, and then answered ${status}`);
    }
    return { installed, status };
  });
  declareControl(app, devstore, "uninstall", z.strictObject({}), async ({ shop }) => {
    if (shop.installation === null) throw new MissingError(`${shop.domain} does not have the app`);
    state.transaction(() => uninstallApp(devstore, shop));
    return { installed: false, webhooks: await webhooks.flush(shop.domain) };
  });
  declareControl(app, devstore, "compliance", complianceSchema, async ({ shop, body }) => {
    state.transaction(() => {
      webhooks.enqueue(shop.domain, body.topic, compliancePayload(devstore, shop, body));
    });
    return { topic: body.topic, webhooks: await webhooks.flush(shop.domain) };
  });
  // As on a store that installed a version of the app that asked for less.
  declareControl(app, devstore, "scopes", scopesSchema, ({ shop, body }) => {
    const unknown = body.withhold.find((scope) => !devstore.appConfig.scopes.includes(scope));
    if (unknown) throw new InputError("withhold", `shopify.app.toml does not ask for ${unknown}`);
    return state.transaction(() => {
      const changed = state.putShop({
        ...shop,
        withheldScopes: body.withhold,
        addedScopes: body.add,
      });
      const scopes = grantedScopes(devstore, changed);
      if (changed.installation) installApp(devstore, changed);
      for (const token of state.list(shop.domain, "accessToken")) {
        state.put(shop.domain, "accessToken", { ...token, scopes });
      }
      return { scopes };
    });
  });
  // What the platform has approved of the app's request for protected customer data.
  declareControl(app, devstore, "protected-data", protectedDataSchema, ({ shop, body }) => {
    const approved = [...new Set(body.approved)];
    if (approved.length > 0 && !approved.includes("customer_data")) {
      throw new InputError("approved", "names, addresses and such need customer_data as well");
    }
    state.putShop({ ...shop, approvedData: approved });
    return { approved };
  });
  // The merchant may put the proxy elsewhere; the app is not told.
  declareControl(app, devstore, "app-proxy", proxySchema, ({ shop, body }) => {
    const proxyPath = `/${body.prefix}/${body.subpath}`;
    state.putShop({ ...shop, proxyPath });
    return { path: proxyPath };
  });
  declareControl(app, devstore, "expire-tokens", z.strictObject({}), ({ shop }) => {
    const tokens = state.list(shop.domain, "accessToken").filter((one) => one.expiresAt !== null);
    state.transaction(() => {
      const expiresAt = new Date(Date.now() - 1000).toISOString();
      for (const token of tokens) state.put(shop.domain, "accessToken", { ...token, expiresAt });
    });
    return { expired: tokens.length };
  });
}

/** Loads a page of the app as the admin's frame does, following redirects only within the app. */
async function openAppPage(url: string, appUrl: string): Promise<number> {
  let address = url;
  for (let hops = 0; ; hops += 1) {
    const response = await callApp(address, {
      headers: {
        accept: "text/html,application/xhtml+xml",
        "user-agent": browserName,
        "sec-fetch-dest": "iframe",
      },
      redirect: "manual",
    });
    await response.arrayBuffer();
    const location = response.headers.get("location");
    const next = location === null ? null : new URL(location, address);
    if (next === null || next.origin !== new URL(appUrl).origin || hops >= 5)
      return response.status;
    address = next.href;
  }
}

function compliancePayload(
  devstore: Devstore,
  shop: DevShop,
  { topic, cid }: z.infer<typeof complianceSchema>,
): Record<string, unknown> {
  const base = { shop_id: shop.id, shop_domain: shop.domain };
  if (topic === "shop/redact") return base;
  if (cid === undefined) throw new InputError("cid", `${topic} is about a customer`);
  const customer = devstore.state.get(shop.domain, "customer", cid);
  if (customer === undefined) throw new MissingError(`no customer ${cid} in ${shop.domain}`);
  const orders = devstore.state
    .list(shop.domain, "order")
    .filter((order) => order.customerId === cid)
    .map((order) => order.id);
  const person = { id: customer.id, email: customer.email, phone: customer.phone };
  return topic === "customers/redact"
    ? { ...base, customer: person, orders_to_redact: orders }
    : {
        ...base,
        customer: person,
        orders_requested: orders,
        data_request: { id: Number.parseInt(randomUUID().slice(0, 8), 16) },
      };
}
