import { html, raw } from "hono/html";
import { favicon } from "../assets/favicon.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import { type ShopState, shopState } from "../controls/shop-state.ts";
import type { Devstore } from "../devstore.ts";
import { proxyPathOf } from "../find-shop.ts";
import { signedInCustomer } from "../sign-in/shopper-cookie.ts";
import { customerName } from "../state/customer.ts";
import { type DevShop, shopHandle } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import { apiExamples } from "./api-examples.ts";
import { type ControlField, controlGroups, type PageControl } from "./controls-on-page.ts";
import { storeChoices } from "./store-choices.ts";
import { tourCards } from "./tour-cards.ts";

const statuses = [
  { status: "active", label: "with an active membership" },
  { status: "paused", label: "with a paused one" },
  { status: "cancelled", label: "with one that has ended" },
  { status: "none", label: "without a membership" },
] as const;
const shownOfEach = 4;

interface View {
  devstore: Devstore;
  shop: DevShop;
  request: Request;
  state: ShopState;
}

/** What a visitor can try in this demo store, each thing usable from the page. */
export async function devHome(
  devstore: Devstore,
  shop: DevShop,
  request: Request,
): Promise<string> {
  const view = { devstore, shop, request, state: shopState(devstore, shop) };
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>What you can try – ${shop.name}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${ownAssetUrl("dev-home.css")}">
<script src="${ownAssetUrl("dev-home.js")}" defer></script>
</head>
<body>
<header class="bar"><a href="/">${shop.name}</a><a href="/admin/apps/${devstore.appConfig.handle}">Admin</a><a href="/__dev/theme">Theme editor</a><a href="/__dev/mailbox">Mailbox</a></header>
<main class="page">
<h1>What you can try</h1>
<p class="lead">${shop.name} is a development store on this machine. Nothing here is sold, charged or sent anywhere else.</p>
${tourCards()}
${facts(view)}
${signIn(view)}
${more()}
<div id="controls">
${controlGroups(storeChoices(devstore, shop)).map(
  (group) => html`<section><h2>${group.title}</h2>
<div class="cards">${group.controls.map((control) => controlCard(control))}</div></section>`,
)}</div>
${programs(view)}
</main>
</body>
</html>`;
  return String(page);
}

function facts({ shop, state, devstore, request }: View): Html {
  const customer = signedInCustomer(devstore, shop, request);
  const date = new Intl.DateTimeFormat("en", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: shop.timezone,
  });
  return html`<dl class="facts">
<div><dt>Clock</dt><dd data-fact="clock">${date.format(new Date(state.clock.now))}</dd></div>
<div><dt>Signed in as</dt><dd>${customer === undefined ? "nobody" : customerName(customer)}</dd></div>
<div><dt>App</dt><dd data-fact="app">${state.app.installed ? "installed" : "not installed"}</dd></div>
<div><dt>In the store</dt><dd data-fact="counts">${countsLine(state)}</dd></div>
</dl>`;
}

function countsLine({ counts }: ShopState): string {
  return `${counts.customers} customers, ${counts.contracts} contracts, ${counts.orders} orders`;
}

function signIn({ state, devstore, shop, request }: View): Html {
  const signedIn = signedInCustomer(devstore, shop, request) !== undefined;
  return html`<section><h2>Be a shopper</h2>
<p>Choose whom to be; you land on the membership page. <a href="/account/login">Search everyone</a></p>
<div class="cards">${statuses.map(({ status, label }) => {
    const people = state.customers.filter((customer) => customer.status === status);
    return html`<div class="card"><h3>Somebody ${label}</h3><p class="quiet">${people.length} of ${state.customers.length}</p>
<div class="buttons">${people.slice(0, shownOfEach).map(
      (person) => html`<form method="post" action="/account/login">
<input type="hidden" name="customer_id" value="${person.cid}"><input type="hidden" name="return_to" value="/pages/membership">
<button type="submit">${person.name}</button></form>`,
    )}</div></div>`;
  })}</div>
${
  signedIn
    ? html`<form method="post" action="/account/logout"><button type="submit" class="quiet-button">Sign out</button></form>`
    : ""
}</section>`;
}

/** What no tour passes. */
function more(): Html {
  return html`<section><h2>More to look at</h2>
<p>Change the texts, the colors or the mode in the <a href="/__dev/theme">theme editor</a>, or read the membership page in <a href="/de/pages/membership">German</a>, <a href="/fr/pages/membership">French</a>, <a href="/es/pages/membership">Spanish</a> or <a href="/ja/pages/membership">Japanese</a>.</p></section>`;
}

/** A shopper with a membership that has no discount yet: one that has takes no other offer. */
function freeContract({ devstore, shop, state }: View): { customerId: number; contractId: number } {
  const members = new Set(
    state.customers.filter(({ status }) => status === "active").map(({ cid }) => cid),
  );
  const free = devstore.state
    .list(shop.domain, "contract")
    .find(
      (one) => one.status === "ACTIVE" && one.discounts.length === 0 && members.has(one.customerId),
    );
  return { customerId: free?.customerId ?? 1001, contractId: free?.id ?? 5001 };
}

function controlCard(control: PageControl): Html {
  return html`<form class="card control" data-path="${control.path}">
<h3>${control.title}</h3><p class="quiet">${control.text}</p>
${control.fields.map((field) => controlField(control, field))}
<div class="buttons">${control.buttons.map(
    (button) =>
      html`<button type="submit" data-body="${JSON.stringify(button.body ?? {})}">${button.label}</button>`,
  )}</div>
<output class="result" aria-live="polite"></output>
</form>`;
}

function controlField(control: PageControl, field: ControlField): Html {
  const id = `${control.path}-${field.name}`.replace(/\W+/g, "-");
  if (field.kind === "flag") {
    return html`<label class="check"><input type="checkbox" name="${field.name}" data-kind="flag"> ${field.label}</label>`;
  }
  const list = `${id}-choices`;
  const input =
    field.options === undefined
      ? html`<input${raw(field.choices === undefined ? "" : ` list="${list}" autocomplete="off"`)} id="${id}" name="${field.name}" data-kind="${field.kind}" value="${field.value ?? ""}" inputmode="${field.kind === "text" ? "text" : "numeric"}" placeholder="${field.hint ?? ""}">`
      : html`<select id="${id}" name="${field.name}" data-kind="${field.kind}">${field.options.map(
          (option) =>
            html`<option value="${option.value}"${raw(option.value === field.value ? " selected" : "")}>${option.label}</option>`,
        )}</select>`;
  const choices =
    field.choices === undefined
      ? ""
      : html`<datalist id="${list}">${field.choices.map(
          (choice) => html`<option value="${choice.value}">${choice.label}</option>`,
        )}</datalist>`;
  return html`<div class="field"><label for="${id}">${field.label}</label>${input}${choices}</div>`;
}

function programs(view: View): Html {
  const { shop, request, devstore } = view;
  const { origin } = new URL(request.url);
  const others = devstore.state.shops().filter((other) => other.domain !== shop.domain);
  return html`<section><h2>With a program</h2>
<p><code>demo.json</code>, which the start command writes into its data folder, holds the addresses and one API key of each kind.</p>
${apiExamples({
  origin,
  proxyPath: proxyPathOf(devstore, shop),
  shop,
  ...freeContract(view),
}).map((example) => html`<h3>${example.title}</h3><pre tabindex="0">${example.command}</pre>`)}
<p>Look inside: <a href="/__dev/state">state of this store</a> · <a href="/__dev/webhooks">webhooks</a> · <a href="/__dev/mailbox.json">mailbox</a> · <a href="/__dev/shops">all stores</a></p>
<p>Other stores: ${others.map(
    (other, at) =>
      html`${at > 0 ? " · " : ""}<a href="${otherOrigin(request, other)}/__dev">${other.name}</a>`,
  )}</p>
</section>`;
}

function otherOrigin(request: Request, shop: DevShop): string {
  const { protocol, port } = new URL(request.url);
  return `${protocol}//${shopHandle(shop)}.localhost${port === "" ? "" : `:${port}`}`;
}
