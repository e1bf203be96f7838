import type { PlatformCustomer, PlatformPage } from "../../platform.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type CustomerFactsFragment,
  ReadCustomerDocument,
  ReadCustomersPageDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf } from "../read-connection.ts";

/** Null when the platform knows no such customer. */
export async function readCustomer(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
): Promise<PlatformCustomer | null> {
  const { customer } = await client.run(shopDomain, ReadCustomerDocument, {
    id: toGid("Customer", customerId),
  });
  return customer && translateCustomer(customer);
}

export async function readCustomersPage(
  client: AdminClient,
  shopDomain: string,
  cursor: string | null,
): Promise<PlatformPage<PlatformCustomer>> {
  const { customers } = await client.run(shopDomain, ReadCustomersPageDocument, { after: cursor });
  return { items: customers.nodes.map(translateCustomer), nextCursor: nextCursorOf(customers) };
}

export function translateCustomer(facts: CustomerFactsFragment): PlatformCustomer {
  return {
    customerId: fromGid("Customer", facts.id),
    email: facts.defaultEmailAddress?.emailAddress ?? null,
    firstName: facts.firstName,
    lastName: facts.lastName,
    locale: facts.locale,
    createdAt: new Date(facts.createdAt),
    updatedAt: new Date(facts.updatedAt),
  };
}
