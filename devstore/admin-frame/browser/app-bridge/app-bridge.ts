import type { ShopifyGlobal } from "@shopify/app-bridge-types";
import type { FrameConfig } from "../../messages.ts";
import { AdminLink } from "./admin-link.ts";
import { followNavigation } from "./follow-navigation.ts";
import { readFrameConfig } from "./frame-config.ts";
import { defineModal } from "./modal.ts";
import { defineNavMenu } from "./nav-menu.ts";
import { patchFetch } from "./patch-fetch.ts";
import { defineSaveBar, SaveBarStack } from "./save-bar.ts";
import { watchSaveBarForms } from "./save-bar-form.ts";
import { defineTitleBar } from "./title-bar.ts";
import { toastApi } from "./toast.ts";

/**
 * Stands in for the platform's App Bridge: what an embedded app says to the admin, and hears from it. It
 * offers the part of `window.shopify` which a page of settings and lists needs; the rest is left undefined
 * rather than pretended.
 */
function start(): void {
  const script = document.currentScript;
  const source = script instanceof HTMLScriptElement ? script : null;
  const config = readFrameConfig(source);
  const storeOrigin = new URL(source?.src ?? location.href).origin;
  if (window.parent === window) {
    openInAdmin(config, storeOrigin);
    return;
  }
  hideBridgeElements();
  const link = new AdminLink(storeOrigin);
  const stack = new SaveBarStack(link);
  globalThis.shopify = shopifyGlobal(config, storeOrigin, link, stack) as ShopifyGlobal;
  patchFetch(link);
  if (reloadWithToken(link)) return;
  followNavigation(link);
  defineTitleBar(link);
  defineNavMenu(link);
  defineSaveBar(stack);
  defineModal(link);
  whenParsed(() => watchSaveBarForms(stack));
}

/** Outside of the admin the app has nobody to vouch for the merchant: it opens inside of it. */
function openInAdmin(config: FrameConfig, storeOrigin: string): void {
  if (config.shop === "") return;
  const url = new URL("/__dev/open-app", storeOrigin);
  url.searchParams.set("shop", config.shop);
  url.searchParams.set("path", `${location.pathname}${location.search}`);
  location.replace(url);
}

/** The app's server sends a page without a valid token here: it is reloaded with a fresh one. */
function reloadWithToken(link: AdminLink): boolean {
  const wanted = new URLSearchParams(location.search).get("shopify-reload");
  if (wanted === null) return false;
  const url = new URL(wanted, location.href);
  if (url.origin !== location.origin) return false;
  void link.ask<string>("idToken").then((token) => {
    url.searchParams.set("id_token", token);
    location.replace(url);
  });
  return true;
}

type Shopify = Pick<
  ShopifyGlobal,
  "config" | "origin" | "ready" | "environment" | "loading" | "idToken" | "user" | "toast"
> & { modal: object; saveBar: object; scopes: object };

function shopifyGlobal(
  config: FrameConfig,
  storeOrigin: string,
  link: AdminLink,
  stack: SaveBarStack,
): Shopify {
  const known = { ...config, appOrigins: [], disabledFeatures: [], experimentalFeatures: [] };
  return {
    config: known,
    origin: storeOrigin,
    ready: link.welcome.then((told) => {
      Object.assign(known, told);
    }),
    environment: { mobile: false, embedded: true, pos: false, intent: false },
    loading: (on = true) => link.send({ type: "loading", on }),
    idToken: () => link.ask<string>("idToken"),
    user: () => link.ask("user"),
    toast: toastApi(link),
    modal: elementApi("ui-modal"),
    saveBar: {
      ...elementApi("ui-save-bar"),
      leaveConfirmation: () =>
        stack.isEmpty ? Promise.resolve() : link.ask<void>("leaveConfirmation"),
    },
    scopes: { query: () => link.ask("scopes") },
  };
}

interface Showable extends HTMLElement {
  show(): Promise<void>;
  hide(): Promise<void>;
  toggle(): Promise<void>;
}

/** `shopify.modal` and `shopify.saveBar` act on the app's elements by id. */
function elementApi(tag: string) {
  const find = (id: string): Showable => {
    const element = document.getElementById(id);
    if (element?.localName !== tag) throw new Error(`there is no <${tag} id="${id}">`);
    return element as Showable;
  };
  return {
    show: async (id: string) => find(id).show(),
    hide: async (id: string) => find(id).hide(),
    toggle: async (id: string) => find(id).toggle(),
  };
}

/** By a sheet of the document and not by an element: the app's framework counts the elements in its head. */
function hideBridgeElements(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "ui-title-bar, ui-nav-menu, ui-save-bar, s-app-nav { display: none !important }",
  );
  document.adoptedStyleSheets.push(sheet);
}

function whenParsed(work: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", work);
  else work();
}

// React may put the script into the page a second time.
if (globalThis.shopify === undefined) start();
