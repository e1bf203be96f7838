import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSearch } from "#app/domain/search/read-search.ts";
import { type FoundInStore, searchStore } from "#app/domain/search/search-store.ts";
import { customerUrl, platformOrderUrl } from "../customers/customer-link.tsx";
import { openAdmin } from "../open-admin.ts";
import { findPages } from "./find-pages.ts";
import type { FoundGroup } from "./found.ts";

/** What the admin has under the words typed into its search, in groups. Groups without anything are left out. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const search = readSearch(new URL(request.url).searchParams.get("words") ?? "");
  if (!search) return Response.json({ groups: [] });
  const pages = { title: "Pages", found: findPages(search.text) };
  const groups = [...groupsOf(await searchStore(context, search)), pages];
  return Response.json({ groups: groups.filter(({ found }) => found.length > 0) });
}

const CODE_NAMES = {
  coupon: "Coupon",
  credit: "Code of store credit",
  referral: "Referral code",
} as const;

function groupsOf({ customers, orders, subscriptions, codes }: FoundInStore): FoundGroup[] {
  return [
    {
      title: "Customers",
      found: customers.map(({ id, name, email }) => ({
        href: customerUrl(id),
        label: name || email || "A customer without a name",
        detail: name ? (email ?? "") : "",
      })),
    },
    {
      title: "Subscriptions",
      found: subscriptions.map(({ id, platformContractId, planName, status }) => ({
        href: `/app/subscriptions/${id}`,
        label: `Contract ${platformContractId}`,
        detail: `${planName}, ${status}`,
      })),
    },
    {
      title: "Orders",
      found: orders.map((order) => ({
        href: orderHref(order),
        label: `Order ${order.name}`,
        detail: order.customerName ?? "",
      })),
    },
    {
      title: "Codes",
      found: codes.map(({ code, kind, customerId }) => ({
        href: customerUrl(customerId),
        label: code,
        detail: CODE_NAMES[kind],
      })),
    },
  ];
}

/** An order leads to its subscription, to its customer, or else to the platform's own page. */
function orderHref(order: FoundInStore["orders"][number]): string {
  if (order.subscriptionId) return `/app/subscriptions/${order.subscriptionId}`;
  if (order.customerId) return customerUrl(order.customerId);
  return platformOrderUrl(order.platformOrderId);
}
