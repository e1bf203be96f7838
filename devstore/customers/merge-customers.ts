import { randomUUID } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import { grantedScopes } from "../sign-in/install-app.ts";
import type { DevCustomer } from "../state/customer.ts";
import type { DevShop } from "../state/shop.ts";
import { changeCustomer } from "./change-customer.ts";

interface CustomerMerge {
  one: DevCustomer;
  two: DevCustomer;
  /** As `overrideFields.customerIdOfEmailToKeep`: whoever's address is kept stays. */
  keep: number | null;
  fails: boolean;
}

/**
 * Merges two customers as the platform does: orders, tags, notes and discounts go to the one that stays, and the other one
 * is no more. Orders keep their dates. Customers with payment methods or with any subscription, also one that has ended,
 * cannot be merged. The app hears of it by `customers/merge` when it begins and when it ends, where it was granted that.
 */
export function mergeCustomers(
  devstore: Devstore,
  shop: DevShop,
  { one, two, keep, fails }: CustomerMerge,
): { kept: DevCustomer; deleted: DevCustomer } {
  if (one.id === two.id) throw new InputError("customer_two", "is the same customer");
  if (keep !== null && keep !== one.id && keep !== two.id) {
    throw new InputError("keep", "must be one of the two customers");
  }
  for (const [field, customer] of Object.entries({ customer_one: one, customer_two: two })) {
    const blocker = blockerOf(devstore, shop, customer);
    if (blocker) throw new InputError(field, `${customer.id} cannot be merged: ${blocker}`);
  }
  const kept = whoStays(one, two, keep);
  const deleted = kept === one ? two : one;
  const tell = teller(devstore, shop, kept, deleted);
  tell("in_progress");
  if (fails) {
    const message = `${deleted.firstName} ${deleted.lastName} is currently being merged.`;
    tell("failed", [{ customer_ids: [deleted.id], field: "merge_in_progress", message }]);
    return { kept, deleted };
  }
  moveBelongings(devstore, shop.domain, kept, deleted);
  changeCustomer(devstore, shop.domain, kept, {
    email: kept.email ?? deleted.email,
    phone: kept.phone ?? deleted.phone,
    address: kept.address ?? deleted.address,
    tags: [...new Set([...kept.tags, ...deleted.tags])],
    note: [kept.note, deleted.note].filter(Boolean).join("\n") || null,
  });
  devstore.state.remove(shop.domain, "customer", deleted.id);
  tell("completed");
  return { kept, deleted };
}

/** What the platform calls a hard blocker. The others of its list (gift cards, companies, …) do not exist here. */
function blockerOf({ state }: Devstore, shop: DevShop, { id }: DevCustomer): string | null {
  const methods = state.list(shop.domain, "paymentMethod");
  if (methods.some((one) => one.customerId === id && one.revokedAt === null)) {
    return "the customer has payment methods";
  }
  const contracts = state.list(shop.domain, "contract");
  if (contracts.some(({ customerId }) => customerId === id)) {
    return "the customer has a subscription history";
  }
  return null;
}

function whoStays(one: DevCustomer, two: DevCustomer, keep: number | null): DevCustomer {
  if (keep !== null) return keep === one.id ? one : two;
  if ((one.email === null) !== (two.email === null)) return one.email === null ? two : one;
  if (one.email === null) return two;
  const has = (state: DevCustomer["state"]) => [one.state === state, two.state === state] as const;
  const subscribed = [one.emailMarketing, two.emailMarketing].map((its) => its === "SUBSCRIBED");
  for (const [first, second] of [has("ENABLED"), subscribed, has("INVITED")]) {
    if (first !== second) return first ? one : two;
  }
  return two;
}

function moveBelongings(
  { state }: Devstore,
  shop: string,
  kept: DevCustomer,
  deleted: DevCustomer,
): void {
  for (const order of state.list(shop, "order")) {
    if (order.customerId === deleted.id)
      state.put(shop, "order", { ...order, customerId: kept.id });
  }
  const followed = (id: number) => (id === deleted.id ? kept.id : id);
  for (const discount of state.list(shop, "discountCode")) {
    const { customerIds, usedByCustomerIds } = discount;
    if (![...(customerIds ?? []), ...usedByCustomerIds].includes(deleted.id)) continue;
    state.put(shop, "discountCode", {
      ...discount,
      customerIds: customerIds && [...new Set(customerIds.map(followed))],
      usedByCustomerIds: [...new Set(usedByCustomerIds.map(followed))],
    });
  }
  for (const metafield of state.list(shop, "metafield")) {
    if (metafield.ownerType === "Customer" && metafield.ownerId === deleted.id) {
      state.remove(shop, "metafield", metafield.id);
    }
  }
}

/** Tells the app how a merge goes, when it was granted to hear it. */
function teller(devstore: Devstore, shop: DevShop, kept: DevCustomer, deleted: DevCustomer) {
  const jobId = `gid://shopify/Job/${randomUUID()}`;
  return (status: "in_progress" | "completed" | "failed", errors: object[] = []) => {
    if (!grantedScopes(devstore, shop).includes("read_customer_merge")) return;
    devstore.webhooks.enqueue(shop.domain, "customers/merge", {
      admin_graphql_api_customer_kept_id: `gid://shopify/Customer/${kept.id}`,
      admin_graphql_api_customer_deleted_id: `gid://shopify/Customer/${deleted.id}`,
      admin_graphql_api_job_id: jobId,
      status,
      errors,
    });
  };
}
