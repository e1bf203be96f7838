import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { html } from "hono/html";
import { appUrlOf, proxyPathOf } from "../../find-shop.ts";
import { renderPage } from "../layout.ts";
import { notFoundPage } from "../pages/not-found-page.ts";
import { type StorefrontRequest, t } from "../storefront-request.ts";
import { renderProxyLiquid } from "./render-proxy-liquid.ts";
import { signProxyQuery } from "./sign-proxy-query.ts";

/** How long the platform waits for the app's first byte; past it the shopper sees an error page. */
const patienceMs = 30_000;

/** Where shopify.app.toml points the proxy, below the app's address. */
const appPath = "/proxy";

const passedToApp = ["accept", "accept-language", "content-type", "user-agent", "if-none-match"];
const keptFromApp = new Set(["set-cookie", "connection", "keep-alive", "transfer-encoding"]);
/** The body arrives decoded, so these would be wrong. */
const decoded = ["content-encoding", "content-length"];

/**
 * Forwards a storefront request to the app, signed: only where the merchant has the proxy, and only for an app that
 * was granted `write_app_proxy`. Method, body and content type stay as they are; the
 * shopper's cookies never leave the store, and the app's never reach the shopper.
 */
export async function forwardToApp(page: StorefrontRequest, c: Context): Promise<Response> {
  const appUrl = appUrlOf(page.devstore, page.shop);
  const prefix = proxyPathOf(page.devstore, page.shop);
  const isProxied = page.path === prefix || page.path.startsWith(`${prefix}/`);
  const mayProxy = page.shop.installation?.scopes.includes("write_app_proxy") ?? false;
  if (!isProxied || !mayProxy) return notFoundPage(page);
  if (appUrl === null) return proxyError(page, 502);
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  let answer: Response;
  try {
    const init = await requestInit(page, c);
    answer = await fetch(proxiedUrl(page, appUrl, prefix), { ...init, signal: patience.signal });
  } catch {
    return proxyError(page, patience.signal.aborted ? 504 : 502);
  } finally {
    clearTimeout(timer);
  }
  if (answer.headers.get("content-type")?.startsWith("application/liquid")) {
    return renderProxyLiquid(page, await answer.text(), answer.status);
  }
  return passOn(answer);
}

function proxiedUrl(page: StorefrontRequest, appUrl: string, prefix: string): URL {
  const { apiSecret } = page.devstore.appConfig;
  const rest = page.path.slice(prefix.length);
  const url = new URL(`${appUrl}${appPath}${rest}`);
  const facts = {
    shop: page.shop.domain,
    pathPrefix: prefix,
    customerId: page.customer?.id ?? null,
    timestamp: Math.floor(Date.now() / 1000),
  };
  url.search = signProxyQuery(page.url.searchParams, facts, apiSecret).toString();
  return url;
}

async function requestInit(page: StorefrontRequest, c: Context): Promise<RequestInit> {
  const { request } = page;
  const headers = new Headers({
    "x-forwarded-host": page.shop.domain,
    // The shopper's address, whatever the shopper's own header claims.
    "x-forwarded-for": getConnInfo(c).remote.address ?? "",
  });
  for (const name of passedToApp) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return {
    method: request.method,
    headers,
    body: hasBody ? await request.arrayBuffer() : null,
    redirect: "manual",
  };
}

function passOn(answer: Response): Response {
  const headers = new Headers();
  for (const [name, value] of answer.headers) {
    if (!keptFromApp.has(name)) headers.append(name, value);
  }
  for (const name of decoded) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}

/** The platform's own page, regardless of what the shopper's request asked for. */
function proxyError(page: StorefrontRequest, status: 502 | 504): Promise<Response> {
  return renderPage(page, {
    title: t(page, "proxy_error.heading"),
    template: "404",
    status,
    content: () => html`<div class="wrap section narrow">
<h1>${t(page, "proxy_error.heading")}</h1><p>${t(page, "proxy_error.text")}</p></div>`,
  });
}
