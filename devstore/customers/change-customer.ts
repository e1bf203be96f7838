import type { Devstore } from "../devstore.ts";
import { consentOf, type DevCustomer, type MarketingChannel } from "../state/customer.ts";
import {
  customerPayload,
  emailConsentPayload,
  smsConsentPayload,
  tagsPayload,
} from "../webhooks/customer-payload.ts";

/** Stores a changed customer and tells the app: of the customer, and of tags and consents that changed. */
export function changeCustomer(
  devstore: Devstore,
  shop: string,
  customer: DevCustomer,
  change: Partial<DevCustomer>,
): DevCustomer {
  const { state, webhooks } = devstore;
  const at = state.now(shop).toISOString();
  const changed = state.put(shop, "customer", {
    ...customer,
    ...change,
    id: customer.id,
    updatedAt: at,
  });
  webhooks.enqueue(shop, "customers/update", customerPayload(changed));
  const added = changed.tags.filter((tag) => !customer.tags.includes(tag));
  if (added.length > 0) {
    webhooks.enqueue(shop, "customer.tags_added", tagsPayload(changed, added, at));
  }
  const removed = customer.tags.filter((tag) => !changed.tags.includes(tag));
  if (removed.length > 0) {
    webhooks.enqueue(shop, "customer.tags_removed", tagsPayload(changed, removed, at));
  }
  const isNew = (channel: MarketingChannel) =>
    JSON.stringify(consentOf(customer, channel)) !== JSON.stringify(consentOf(changed, channel));
  if (isNew("email")) {
    const payload = emailConsentPayload(changed);
    webhooks.enqueue(shop, "customers_email_marketing_consent/update", payload);
  }
  if (isNew("sms")) {
    webhooks.enqueue(shop, "customers_marketing_consent/update", smsConsentPayload(changed));
  }
  return changed;
}
