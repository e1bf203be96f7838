import type { Devstore } from "../devstore.ts";
import {
  type ConsentRecord,
  consentOf,
  type DevCustomer,
  type MarketingChannel,
  type MarketingState,
} from "../state/customer.ts";
import { changeCustomer } from "./change-customer.ts";

/**
 * A customer agrees or objects to marketing. The latest word counts: one from before the recorded one changes
 * nothing, and the app hears of nothing.
 */
export function changeConsent(
  devstore: Devstore,
  shop: string,
  customer: DevCustomer,
  channel: MarketingChannel,
  { state, ...record }: ConsentRecord & { state: MarketingState },
): DevCustomer {
  const { updatedAt } = consentOf(customer, channel);
  if (updatedAt !== null && Date.parse(record.updatedAt) < Date.parse(updatedAt)) return customer;
  return changeCustomer(devstore, shop, customer, {
    ...(channel === "email" ? { emailMarketing: state } : { smsMarketing: state }),
    consents: { ...customer.consents, [channel]: record },
  });
}
