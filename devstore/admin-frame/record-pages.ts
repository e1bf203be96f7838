import { html } from "hono/html";
import { shopState } from "../controls/shop-state.ts";
import type { Devstore } from "../devstore.ts";
import type { DevStaffMember } from "../sign-in/staff.ts";
import { customerName } from "../state/customer.ts";
import { fixedOfMinor } from "../state/money.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import { renderAdmin } from "./admin-layout.ts";

const mostRows = 50;

interface List {
  title: string;
  columns: string[];
  rows: Html[];
}

/**
 * The platform's own pages, as far as an app links to them: what the shop holds, to look at. Null where the
 * development store has nothing to show.
 */
export function recordPage(
  devstore: Devstore,
  shop: DevShop,
  staff: DevStaffMember,
  path: string,
): Promise<Response> | null {
  const [, , section = "", id = ""] = path.split("/");
  const list = lists[section];
  if (list === undefined) return null;
  const body = id === "" ? listBody(list(devstore, shop)) : recordBody(devstore, shop, section, id);
  if (body === null) return null;
  return renderAdmin({ devstore, shop, staff, path: `/admin/${section}`, title: section, body });
}

const lists: Readonly<Record<string, (devstore: Devstore, shop: DevShop) => List>> = {
  orders: ({ state }, shop) => ({
    title: "Orders",
    columns: ["Order", "Date", "Customer", "Total"],
    rows: state
      .list(shop.domain, "order")
      .toReversed()
      .slice(0, mostRows)
      .map((order) => {
        const customer = state.get(shop.domain, "customer", order.customerId ?? 0);
        return html`<tr><th scope="row"><a href="/admin/orders/${order.id}">#${order.number}</a></th>
<td>${day(shop, order.processedAt)}</td><td>${customer === undefined ? "–" : customerName(customer)}</td>
<td class="number">${price(order)}</td></tr>`;
      }),
  }),
  products: ({ state }, shop) => ({
    title: "Products",
    columns: ["Product", "Status", "Variants", "Price"],
    rows: state.list(shop.domain, "product").map(
      (
        product,
      ) => html`<tr><th scope="row"><a href="/admin/products/${product.id}">${product.title}</a></th>
<td>${product.status.toLowerCase()}</td><td>${product.variants.length}</td>
<td class="number">${fixedOfMinor(product.variants[0]?.priceMinor ?? 0, shop.currency)} ${shop.currency}</td></tr>`,
    ),
  }),
  customers: (devstore, shop) => {
    return {
      title: "Customers",
      columns: ["Customer", "E-mail", "Membership"],
      rows: shopState(devstore, shop)
        .customers.slice(0, mostRows)
        .map(
          (
            customer,
          ) => html`<tr><th scope="row"><a href="/admin/customers/${customer.cid}">${customer.name}</a></th>
<td>${customer.email}</td><td>${customer.status}</td></tr>`,
        ),
    };
  },
};

function listBody({ title, columns, rows }: List): Html {
  return html`<main class="plain"><h1>${title}</h1>
${rows.length === 0 ? html`<p>There is nothing here yet.</p>` : ""}
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${columns.map(
    (column) => html`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div></main>`;
}

const kinds = { orders: "order", products: "product", customers: "customer" } as const;

function recordBody(devstore: Devstore, shop: DevShop, section: string, id: string): Html | null {
  const kind = kinds[section as keyof typeof kinds];
  const record = devstore.state.get(shop.domain, kind, id);
  if (record === undefined) return null;
  const title =
    "number" in record
      ? `Order #${record.number}`
      : "title" in record
        ? record.title
        : customerName(record);
  return html`<main class="plain"><p><a href="/admin/${section}">← ${section}</a></p><h1>${title}</h1>
<p class="quiet">What the development store holds about it.</p>
<pre class="record" tabindex="0">${JSON.stringify(record, null, 2)}</pre></main>`;
}

function day(shop: DevShop, instant: string): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: shop.timezone }).format(
    new Date(instant),
  );
}

function price(order: DevOrder): string {
  return `${fixedOfMinor(order.totalMinor, order.currency)} ${order.currency}`;
}
