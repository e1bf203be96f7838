import { UnreadableValue } from "../platform-failure.ts";

/** The kinds of things whose ids are numbers. Lines, discounts and the like have ids of another form. */
export type NumberedType =
  | "Collection"
  | "Customer"
  | "LineItem"
  | "Order"
  | "OrderTransaction"
  | "Product"
  | "ProductVariant"
  | "Refund"
  | "SellingPlan"
  | "SellingPlanGroup"
  | "Shop"
  | "ShopifyPaymentsDispute"
  | "SubscriptionBillingAttempt"
  | "SubscriptionContract";

export function toGid(type: NumberedType, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** The number in a gid of `type`. @throws UnreadableValue on anything else: the platform never answers it. */
export function fromGid(type: NumberedType, gid: string): number {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)(?:\?.*)?$/.exec(gid);
  const id = Number(match?.[2]);
  if (match?.[1] !== type || !Number.isSafeInteger(id)) {
    throw new UnreadableValue(`${gid} is not the id of a ${type}`);
  }
  return id;
}

/** What names a thing within its kind in a gid that may be of any form. */
export function numberIn(gid: string): string {
  return /\d+/.exec(gid)?.[0] ?? gid;
}

/** The same for a thing that may be absent. */
export function fromOptionalGid(type: NumberedType, gid: string | null | undefined): number | null {
  return gid == null ? null : fromGid(type, gid);
}
