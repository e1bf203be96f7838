import type { ShopContext } from "../context.ts";
import { followCustomer, storeCustomer } from "../customers/store-customer.ts";
import { mergeCustomers } from "./merge-customers.ts";

/** Two customers by the platform's numbers. */
interface Merge {
  goneId: number;
  keptId: number;
  /** The platform says that the merge is done; otherwise it is only likely. */
  isAnnounced: boolean;
}

/**
 * Brings everything of a customer who was merged on the platform to the one that stays. What the platform has is looked
 * up first: it never merges back, so a customer that it has still was not merged. The order in which merges are heard of
 * does not matter, nor how often. Calls the network.
 *
 * @throws Error while the platform shows the customer who went, or none that stays, so that the job is tried again.
 */
export async function followMerge(context: ShopContext, merge: Merge): Promise<void> {
  const { goneId, keptId, isAnnounced } = merge;
  if (goneId === keptId) return;
  if ((await context.platform.getCustomer(goneId)) !== null) {
    if (isAnnounced) throw new Error("the platform shows a customer still who was merged");
    return;
  }
  const facts = await context.platform.getCustomer(keptId);
  if (facts) await storeCustomer(context, facts);
  const kept = await followCustomer(context, keptId);
  if (!kept) {
    if (isAnnounced) throw new Error("the customer who stays after a merge is not known");
    return;
  }
  await mergeCustomers(context, goneId, kept.id);
}
