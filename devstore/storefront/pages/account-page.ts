import { html } from "hono/html";
import { financialStatus } from "../../orders/figures/financial-status.ts";
import type { DevContract } from "../../state/contract.ts";
import type { DevCustomer } from "../../state/customer.ts";
import type { DevOrder } from "../../state/order.ts";
import { hasLegacyAccounts } from "../../state/shop.ts";
import { renderHostedPage } from "../hosted-page.ts";
import { renderPage } from "../layout.ts";
import {
  type Html,
  longDate,
  money,
  orderMoney,
  pathIn,
  type StorefrontRequest,
  signInPath,
  t,
} from "../storefront-request.ts";

const mostOrders = 20;

/**
 * With new customer accounts the platform's own page, with the orders. With legacy ones the theme's, with what
 * runs as well: the app's blocks tell it with all that can be done about it, the theme in short.
 */
export function accountPage(page: StorefrontRequest): Promise<Response> | Response {
  const { customer } = page;
  if (customer === undefined) return Response.redirect(new URL(signInPath(page), page.url), 302);
  if (!hasLegacyAccounts(page.shop)) {
    return renderHostedPage(page, {
      title: t(page, "nav.account"),
      content: html`<div class="wrap section narrow">
${titleRow(page, customer)}
<section><h2>${t(page, "account.orders")}</h2>${orderTable(page, customer)}</section>
</div>`,
    });
  }
  return renderPage(page, {
    title: t(page, "nav.account"),
    template: "customers/account",
    content: (appBlocks) => html`<div class="wrap section">
${titleRow(page, customer)}
<div class="columns">
<section>${
      String(appBlocks) === ""
        ? html`<h2>${t(page, "account.subscriptions")}</h2>${contractList(page, customer)}`
        : html`<div class="app-blocks">${appBlocks}</div>`
    }</section>
<section><h2>${t(page, "account.orders")}</h2>${orderTable(page, customer)}</section>
</div>
</div>`,
  });
}

function titleRow(page: StorefrontRequest, customer: DevCustomer): Html {
  return html`<div class="title-row">
<h1>${t(page, "account.heading", { name: customer.firstName })}</h1>
<form method="post" action="${pathIn(page, "/account/logout")}">
<button class="button button--quiet" type="submit">${t(page, "account.sign_out")}</button></form>
</div>`;
}

function contractList(page: StorefrontRequest, customer: DevCustomer): Html {
  const contracts = page.devstore.state
    .list(page.shop.domain, "contract")
    .filter((contract) => contract.customerId === customer.id)
    .reverse();
  if (contracts.length === 0) return html`<p>${t(page, "account.no_subscriptions")}</p>`;
  return html`<ul class="plans">${contracts.map((contract) => contractItem(page, contract))}</ul>
<p><a class="button button--quiet" href="${pathIn(page, "/pages/membership")}">${t(page, "account.manage")}</a></p>`;
}

function contractItem(page: StorefrontRequest, contract: DevContract): Html {
  const title = contract.lines.map((line) => line.sellingPlanName ?? line.title).join(", ");
  const total = contract.lines.reduce(
    (sum, line) => sum + line.currentPriceMinor * line.quantity,
    0,
  );
  const when =
    contract.status === "ACTIVE" && contract.nextBillingDate !== null
      ? t(page, "account.next", { date: longDate(page, contract.nextBillingDate) })
      : t(page, "account.since", { date: longDate(page, contract.createdAt) });
  const status = contract.status.toLowerCase();
  const { currency } = contract;
  const price = money({ ...page, shop: contract, presentment: { currency, rate: 1 } }, total);
  return html`<li class="plan">
<p class="plan__title">${title} <span class="badge badge--${status}">${t(page, `account.${status}`)}</span></p>
<p class="plan__facts"><bdi>${price}</bdi> · ${when}</p></li>`;
}

function orderTable(page: StorefrontRequest, customer: DevCustomer): Html {
  const orders = page.devstore.state
    .list(page.shop.domain, "order")
    .filter((order) => order.customerId === customer.id)
    .reverse()
    .slice(0, mostOrders);
  if (orders.length === 0) return html`<p>${t(page, "account.no_orders")}</p>`;
  return html`<table class="orders">
<thead><tr><th scope="col">${t(page, "account.order")}</th><th scope="col">${t(page, "account.date")}</th>
<th scope="col">${t(page, "account.status")}</th><th scope="col" class="number">${t(page, "account.total")}</th></tr></thead>
<tbody>${orders.map(
    (order) => html`<tr><th scope="row">#${order.number}</th>
<td>${longDate(page, order.processedAt)}</td><td>${t(page, `account.${paymentState(order)}`)}</td>
<td class="number"><bdi>${orderMoney(page, order, order.totalMinor)}</bdi></td></tr>`,
  )}</tbody></table>`;
}

/** The word for it among those of the account. */
export function paymentState(order: DevOrder): string {
  const status = financialStatus(order).toLowerCase();
  // What is paid in part waits for the rest.
  return status === "partially_paid" || status === "voided" ? "pending" : status;
}
