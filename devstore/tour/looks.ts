import { z } from "zod";
import type { Cast } from "./cast.ts";
import type { ApiLook, Look } from "./tour.ts";

// Where the steps of the tours look for what has changed.

export const membershipPage = "/pages/membership";
const accountPage = "/account";

export function customerPage({ customerId }: Cast): string | null {
  return customerId === undefined ? null : `/app/customers/${customerId}`;
}

export function subscriptionPage({ subscriptionId }: Cast): string | null {
  return subscriptionId === undefined
    ? null
    : `/app/subscriptions/${subscriptionId.replace("sub_", "")}`;
}

function creditPage({ customerId }: Cast): string | null {
  return customerId === undefined ? null : `/app/store-credit/customers/${customerId}`;
}

export function memberRecord({ memberId }: Cast): ApiLook | null {
  return memberId === undefined ? null : record(`/members/${memberId}`, "getMember");
}

/** Where the cast stands in the loyalty program. */
export function loyaltyRecord({ cid }: Cast): ApiLook | null {
  return cid === undefined
    ? null
    : {
        ...{ through: "proxy", by: "shopper", documents: "loyalty#getLoyaltyCustomer" },
        ...{ path: `/loyalty/customers/${cid}`, pick: dataOf },
      };
}

export function subscriptionRecord({ subscriptionId }: Cast): ApiLook | null {
  return subscriptionId === undefined
    ? null
    : record(`/subscriptions/${subscriptionId}`, "getSubscription");
}

function creditRecord({ cid }: Cast): ApiLook | null {
  return cid === undefined ? null : record(`/store-credits/${cid}`, "getStoreCredit");
}

export function newestCharge({ subscriptionId }: Cast): ApiLook | null {
  return subscriptionId === undefined
    ? null
    : record(`/billing-attempts?subscription_id=${subscriptionId}&limit=1`, "listBillingAttempts");
}

/** Orders behind the last row that was read. */
export function newOrders({ lastRow }: Cast): ApiLook {
  return {
    ...{ through: "proxy", by: "key", documents: "data#listOrders" },
    path: `/data/orders?since_id=${lastRow ?? 0}`,
  };
}

/** A step about the membership itself. */
export function subscriptionLook(cast: Cast): Look {
  return {
    storefront: membershipPage,
    admin: subscriptionPage(cast),
    api: subscriptionRecord(cast),
  };
}

/** A step about the newest charge. */
export function chargeLook(cast: Cast): Look {
  return { storefront: membershipPage, admin: subscriptionPage(cast), api: newestCharge(cast) };
}

/** A step about store credit. */
export function creditLook(cast: Cast): Look {
  return { storefront: membershipPage, admin: creditPage(cast), api: creditRecord(cast) };
}

/** A step about an order, of which the Data API has a new row. */
export function orderLook(cast: Cast): Look {
  return { storefront: accountPage, admin: customerPage(cast), api: newOrders(cast) };
}

function record(path: string, operation: string): ApiLook {
  return { through: "app", by: "key", documents: `core#${operation}`, path, pick: dataOf };
}

const envelope = z.object({ data: z.unknown() });

/** The record of an answer; of a list with one row that row. */
function dataOf(body: unknown): unknown {
  const { data } = envelope.parse(body);
  return Array.isArray(data) && data.length <= 1 ? (data[0] ?? null) : data;
}
