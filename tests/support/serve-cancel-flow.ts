import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { defaultMoneyFormats } from "#storefront/liquid/format-money.ts";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import { renderBlock } from "#storefront/liquid/render-block.ts";
import type { SettingValue } from "#storefront/liquid/setting-types.ts";
import {
  emptyCart,
  type StorefrontContext,
  type StorefrontMetafield,
} from "#storefront/liquid/storefront-context.ts";

export interface FlowRequest {
  method: string;
  /** "" for the contract itself, else "/reason", "/accept" or "/cancel". */
  path: string;
  body: Record<string, unknown>;
}

/** Status and body; "silence" never answers. */
export type FlowResponse = [status: number, body: object] | "silence";

export interface FlowPage {
  locale?: string;
  settings?: Record<string, SettingValue>;
  /** Contracts in the customer's metafield; null when no customer is signed in. */
  contracts?: object[] | null;
  reasons?: object[];
  taxesIncluded?: boolean;
  /** For how many days after its beginning a contract can be withdrawn from; the store's settings as published. */
  withdrawDays?: number;
  /** Put into the head before anything else, as a theme would. */
  head?: string;
  /** Attributes of the page's body, for themes of another kind. */
  body?: string;
  dir?: "ltr" | "rtl";
  /** How often the block stands on the page, each time with the assets that it asks for. */
  times?: number;
  /** A policy for content, as a strict store sends it. */
  policy?: string;
  designMode?: boolean;
  /** The dialog's script does not come. */
  withoutDialog?: boolean;
  /** The dialog's script comes no sooner. */
  dialogArrives?: Promise<void>;
}

export interface FlowSite {
  url: string;
  requests: FlowRequest[];
  page: FlowPage;
  answer: (request: FlowRequest) => FlowResponse | Promise<FlowResponse>;
}

const endpoint = "/apps/service-api/v1/storefront/cancel-flow/5001";
const extension = readExtension(join(projectRoot, "extensions", "storefront"));

export const goldClub = {
  contract_id: 5001,
  kind: "membership",
  status: "active",
  plan_name: "Gold Club monthly",
  price_minor: 1500,
  currency: "EUR",
  interval_name: "month",
  interval_count: 1,
  next_billing_date: "2026-12-04",
  paused_until: null,
  ends_on: "2026-12-04",
  active_offer: null,
};

/** A storefront page with the membership block, and the app's endpoints answered as the test says. */
export async function serveCancelFlow(page: FlowPage = {}): Promise<FlowSite> {
  const site: FlowSite = { url: "", requests: [], page, answer: () => [500, {}] };
  const server = createServer((request, response) => {
    void handle(site, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return site;
}

async function handle(site: FlowSite, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? "/", site.url);
  if (pathname.startsWith(endpoint)) {
    const body = await text(request);
    const asked: FlowRequest = {
      method: request.method ?? "",
      path: pathname.slice(endpoint.length),
      body: body === "" ? {} : JSON.parse(body),
    };
    site.requests.push(asked);
    const answer = await site.answer(asked);
    if (answer === "silence") return;
    response.writeHead(answer[0], { "content-type": "application/json" });
    response.end(JSON.stringify(answer[1]));
    return;
  }
  const asset = extension.assets.get(pathname.replace("/assets/", ""));
  if (asset?.name === "cancel-dialog.js" && site.page.withoutDialog) {
    response.writeHead(503).end();
    return;
  }
  if (asset?.name === "cancel-dialog.js") await site.page.dialogArrives;
  if (asset !== undefined) {
    response.setHeader("content-type", asset.name.endsWith("css") ? "text/css" : "text/javascript");
    response.end(readFileSync(asset.path));
    return;
  }
  if (site.page.policy) response.setHeader("content-security-policy", site.page.policy);
  response.setHeader("content-type", pathname === "/" ? "text/html; charset=utf-8" : "text/plain");
  response.end(pathname === "/" ? renderFlowPage(site.page) : "");
}

/** The whole page, as a theme with its own font, colors and corners would make it. */
export function renderFlowPage(page: FlowPage): string {
  const context = contextOf(page);
  const { settings = {}, times = 1 } = page;
  const blocks = Array.from({ length: times }, (_, at) =>
    renderBlock(extension, { handle: "membership", id: `flow_${at}`, settings }, context),
  );
  const problems = blocks.flatMap((block) => block.problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return `<!doctype html>
<html lang="${context.language.locale}" dir="${page.dir ?? "ltr"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Membership</title>
<link rel="icon" href="data:,">
${page.head ?? ""}
${blocks
  .map(
    ({ stylesheet, javascript }) =>
      `<link rel="stylesheet" href="${stylesheet}"><script src="${javascript}" defer></script>`,
  )
  .join("\n")}
<style>body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff}main{max-width:44rem;margin:0 auto;padding:2rem 1rem}</style>
</head>
<body ${page.body ?? ""}><main><h1>Account</h1>${blocks.map(({ html }) => html).join("\n")}</main></body>
</html>`;
}

function contextOf(page: FlowPage): StorefrontContext {
  const { locale = "en", contracts = [goldClub], reasons, designMode = false } = page;
  const { withdrawDays = 14 } = page;
  const language = { locale, name: locale, primary: true, rootUrl: "/" };
  const settings = {
    ...(reasons && { reasons }),
    contact_email: "help@example.com",
    withdraw_seconds: (withdrawDays + 0.5) * 86_400,
  };
  return {
    shop: {
      id: 1,
      name: "Fixture",
      email: "shop@example.com",
      permanentDomain: "fixture.myshopify.com",
      domain: "fixture.example",
      url: "https://fixture.example",
      currency: "EUR",
      timezone: "Europe/Berlin",
      moneyFormats: defaultMoneyFormats("EUR"),
      taxesIncluded: page.taxesIncluded ?? true,
    },
    customer: contracts && {
      id: 1001,
      email: "anna@example.com",
      firstName: "Anna",
      lastName: "Weber",
      phone: null,
      tags: [],
      ordersCount: 3,
      totalSpentHundredths: 4500,
      acceptsMarketing: false,
      metafields: [metafield("$app", "customer_subscription1", { scid: 5001, contracts })],
    },
    appMetafields: [metafield("cancel_flow", "settings", settings)],
    language,
    languages: [language],
    page: {
      template: "page",
      suffix: null,
      path: "/pages/membership",
      origin: "https://fixture.example",
      designMode,
    },
    product: null,
    cart: emptyCart("EUR"),
    themeSettings: {},
    now: new Date("2026-11-21T12:00:00Z"),
    assetUrl: (name) => `/assets/${name}`,
  };
}

function metafield(namespace: string, key: string, value: object): StorefrontMetafield {
  return { namespace, key, type: "json", value: JSON.stringify(value) };
}
