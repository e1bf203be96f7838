import type { Platform } from "../platform.ts";
import type { AdminClient } from "./admin-client.ts";
import {
  ReadBillingAttemptsDocument,
  ReadContractsDocument,
  ReadCustomersDocument,
  ReadManyOrderFactsDocument,
} from "./admin-operations.generated.ts";
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
  const inTurn: AdminClient = {
    ...client,
    run: (shop, operation, variables, options) =>
      client.run(shop, operation, variables, { ...options, isFirst: true }),
  };
  const turnOf = (operation: { toString(): string }) => () => client.turn(shopDomain, operation);
  return {
    getContract: readTogether({
      most: MOST,
      turn: turnOf(ReadContractsDocument),
      one: (id) => readContract(inTurn, shopDomain, id),
      some: (ids) => readContracts(inTurn, shopDomain, ids),
    }),
    getOrderFacts: readTogether({
      most: MOST,
      turn: turnOf(ReadManyOrderFactsDocument),
      one: (id) => readOrderFacts(inTurn, shopDomain, id),
      some: (ids) => readManyOrderFacts(inTurn, shopDomain, ids),
    }),
    getBillingAttempt: readTogether({
      most: MOST,
      turn: turnOf(ReadBillingAttemptsDocument),
      one: (id) => readBillingAttempt(inTurn, shopDomain, id),
      some: (ids) => readBillingAttempts(inTurn, shopDomain, ids),
    }),
    getCustomer: readTogether({
      most: MOST,
      turn: turnOf(ReadCustomersDocument),
      one: (id) => readCustomer(inTurn, shopDomain, id),
      some: (ids) => readCustomers(inTurn, shopDomain, ids),
    }),
  };
}
