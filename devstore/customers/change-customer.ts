import type { Devstore } from "../devstore.ts";
import type { DevCustomer } from "../state/customer.ts";
import { customerPayload } from "../webhooks/customer-payload.ts";

/** Stores a changed customer and tells the app. */
export function changeCustomer(
  devstore: Devstore,
  shop: string,
  customer: DevCustomer,
  change: Partial<DevCustomer>,
): DevCustomer {
  const { state, webhooks } = devstore;
  const changed = state.put(shop, "customer", {
    ...customer,
    ...change,
    id: customer.id,
    updatedAt: state.now(shop).toISOString(),
  });
  webhooks.enqueue(shop, "customers/update", customerPayload(changed));
  return changed;
}
