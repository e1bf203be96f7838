import { html, raw } from "hono/html";
import { type ShopState, shopState } from "../../controls/shop-state.ts";
import { hasLegacyAccounts } from "../../state/shop.ts";
import { renderHostedPage } from "../hosted-page.ts";
import { renderPage } from "../layout.ts";
import { localPath } from "../redirect.ts";
import { type Html, pathIn, type StorefrontRequest, t } from "../storefront-request.ts";

const mostShown = 24;

type Person = ShopState["customers"][number];

const statuses = ["active", "paused", "cancelled", "none"] as const;

/** The theme's page with legacy accounts, else the platform's. Who can be signed in as: the demo's customers, found by name, e-mail and membership. */
export function loginPage(page: StorefrontRequest): Promise<Response> {
  const search = page.url.searchParams.get("q")?.trim() ?? "";
  const filter = page.url.searchParams.get("membership") ?? "";
  const returnTo = localPath(page.url.searchParams.get("return_to"), pathIn(page, "/account"));
  const found = shopState(page.devstore, page.shop).customers.filter(
    (person) =>
      (filter === "" || person.status === filter) &&
      `${person.name} ${person.email}`.toLowerCase().includes(search.toLowerCase()),
  );
  const content = (appBlocks: Html | string) => html`<div class="wrap section narrow">
<h1>${t(page, "login.heading")}</h1>
<p class="lead">${t(page, "login.text")}</p>
${searchForm(page, { search, filter, returnTo })}
${found.length === 0 ? html`<p role="status">${t(page, "login.nobody")}</p>` : ""}
<ul class="people">${found.slice(0, mostShown).map((person) => personItem(page, person, returnTo))}</ul>
${
  found.length > mostShown
    ? html`<p role="status">${t(page, "login.more", { count: found.length - mostShown })}</p>`
    : ""
}
${appBlocks}
</div>`;
  const title = t(page, "login.heading");
  return hasLegacyAccounts(page.shop)
    ? renderPage(page, { title, template: "customers/login", content })
    : renderHostedPage(page, { title, content: content("") });
}

function searchForm(
  page: StorefrontRequest,
  { search, filter, returnTo }: { search: string; filter: string; returnTo: string },
): Html {
  const option = (value: string, words: Html) =>
    html`<option value="${value}"${raw(value === filter ? " selected" : "")}>${words}</option>`;
  return html`<form class="search" method="get" role="search">
<input type="hidden" name="return_to" value="${returnTo}">
<label class="field"><span>${t(page, "login.search")}</span><input type="search" name="q" value="${search}"></label>
<label class="field"><span>${t(page, "login.filter")}</span><select name="membership">
${option("", t(page, "login.all"))}
${statuses.map((status) => option(status, statusWords(page, status)))}
</select></label>
<button class="button button--quiet" type="submit">${t(page, "login.find")}</button>
</form>`;
}

function personItem(page: StorefrontRequest, person: Person, returnTo: string): Html {
  const { name, status } = person;
  return html`<li class="person">
<div><p class="person__name">${name} <span class="badge badge--${status}">${statusWords(page, status)}</span></p>
<p class="person__mail">${person.email}</p></div>
<form method="post" action="${pathIn(page, "/account/login")}">
<input type="hidden" name="customer_id" value="${person.cid}">
<input type="hidden" name="return_to" value="${returnTo}">
<button class="button button--small" type="submit" aria-label="${t(page, "login.as", { name })}">${t(page, "nav.sign_in")}</button>
</form></li>`;
}

function statusWords(page: StorefrontRequest, status: Person["status"]): Html {
  return t(page, status === "none" ? "login.none" : `account.${status}`);
}
