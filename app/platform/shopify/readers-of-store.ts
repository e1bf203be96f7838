import type { Platform } from "../platform.ts";
import type { AdminClient } from "./admin-client.ts";
import { readBillingAttempt, readBillingAttempts } from "./billing/billing-attempts.ts";
import { readContract, readContracts } from "./contracts/read-contracts.ts";
import { readCustomer, readCustomers } from "./customers/read-customers.ts";
import { readManyOrderFacts, readOrderFacts } from "./orders/read-order-facts.ts";
import { readTogether } from "./read-together.ts";

/** What a store's webhooks have read again, many at about the same time. */
export type Readers = Pick<
  Platform,
  "getContract" | "getOrderFacts" | "getBillingAttempt" | "getCustomer"
>;

/** As many as one call may ask for; the places of an order's page count the most. */
const MOST = 50;

/** Reads a store's things, those of a kind together. It is to be kept for the store: callers who share none share no call. */
export function createReaders(client: AdminClient, shopDomain: string): Readers {
  return {
    getContract: readTogether({
      most: MOST,
      one: (id) => readContract(client, shopDomain, id),
      some: (ids) => readContracts(client, shopDomain, ids),
    }),
    getOrderFacts: readTogether({
      most: MOST,
      one: (id) => readOrderFacts(client, shopDomain, id),
      some: (ids) => readManyOrderFacts(client, shopDomain, ids),
    }),
    getBillingAttempt: readTogether({
      most: MOST,
      one: (id) => readBillingAttempt(client, shopDomain, id),
      some: (ids) => readBillingAttempts(client, shopDomain, ids),
    }),
    getCustomer: readTogether({
      most: MOST,
      one: (id) => readCustomer(client, shopDomain, id),
      some: (ids) => readCustomers(client, shopDomain, ids),
    }),
  };
}
