import { html } from "hono/html";
import type { DevOrder } from "../../state/order.ts";
import { type Html, orderMoney, type StorefrontRequest, t } from "../storefront-request.ts";

/** What was bought, and what was paid for it. */
export function orderSum(page: StorefrontRequest, order: DevOrder): Html {
  const money = (minor: number) => orderMoney(page, order, minor);
  const discounts = order.discountCodes.map(
    ({ code, amountMinor }) =>
      html`<dt>${t(page, "checkout.discount", { code })}</dt><dd><bdi>−${money(amountMinor)}</bdi></dd>`,
  );
  const { dutiesMinor = 0, feesMinor = 0 } = order;
  const further = [
    ["checkout.taxes", order.taxesIncluded ? 0 : order.taxMinor],
    ["checkout.import", dutiesMinor + feesMinor],
  ] as const;
  return html`<dl class="checkout-sum">
${order.lines.map(
  (line) =>
    html`<dt>${line.quantity} × ${line.title}</dt><dd><bdi>${money(line.unitPriceMinor * line.quantity)}</bdi></dd>`,
)}
${discounts}
<dt>${t(page, "checkout.delivery")}</dt><dd><bdi>${money(order.shippingMinor)}</bdi></dd>
${further
  .filter(([, amountMinor]) => amountMinor > 0)
  .map(
    ([word, amountMinor]) =>
      html`<dt>${t(page, word)}</dt><dd><bdi>${money(amountMinor)}</bdi></dd>`,
  )}
<dt>${t(page, "checkout.paid")}</dt><dd><strong><bdi>${money(order.totalMinor)}</bdi></strong></dd></dl>`;
}
