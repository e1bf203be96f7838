import { html } from "hono/html";
import { orderKey } from "../../orders/order-key.ts";
import { renderHostedPage } from "../hosted-page.ts";
import { longDate, type StorefrontRequest, t } from "../storefront-request.ts";
import { paymentState } from "./account-page.ts";
import { notFoundPage } from "./not-found-page.ts";
import { orderSum } from "./order-sum.ts";

/** The platform's page of one order: whoever has its address sees it, signed in or not. */
export function orderPage(
  page: StorefrontRequest,
  id: string,
  key: string,
): Promise<Response> | Response {
  const { devstore, shop } = page;
  const order = devstore.state.get(shop.domain, "order", Number(id));
  if (order === undefined || orderKey(shop, order) !== key) return notFoundPage(page);
  return renderHostedPage(page, {
    title: html`#${order.number}`,
    content: html`<div class="wrap section narrow">
<h1>#${order.number}</h1>
<p class="lead">${longDate(page, order.processedAt)} · ${t(page, `account.${paymentState(order)}`)}</p>
${orderSum(page, order)}
</div>`,
  });
}
