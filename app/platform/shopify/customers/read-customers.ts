import { platformInstant } from "#app/lib/instants.ts";
import type { PlatformCustomer, PlatformPage } from "../../platform.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type CustomerFactsFragment,
  FindCustomersDocument,
  ReadCustomerDocument,
  ReadCustomerMetafieldsDocument,
  ReadCustomersDocument,
  ReadCustomersPageDocument,
  ReadTaggedCustomersDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf } from "../read-connection.ts";
import { anyOf, byNumber } from "../read-together.ts";

/** Null when the platform knows no such customer. */
export async function readCustomer(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
): Promise<PlatformCustomer | null> {
  const looking = lookForHidden();
  const id = toGid("Customer", customerId);
  const { customer } = await client.run(shopDomain, ReadCustomerDocument, { id }, looking);
  return customer && translateCustomer(customer, looking.isPartial());
}

/** Some customers, by their numbers; those that the platform's search finds. */
export async function readCustomers(
  client: AdminClient,
  shopDomain: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformCustomer | Error>> {
  const looking = lookForHidden();
  const { customers } = await client.run(shopDomain, ReadCustomersDocument, anyOf(ids), looking);
  return byNumber("Customer", customers.nodes, (facts) =>
    translateCustomer(facts, looking.isPartial()),
  );
}

/** Which of some customers the platform does not know. */
export async function listMissingCustomers(
  client: AdminClient,
  shopDomain: string,
  customerIds: readonly number[],
): Promise<number[]> {
  const ids = customerIds.map((id) => toGid("Customer", id));
  const { nodes } = await client.run(shopDomain, FindCustomersDocument, { ids });
  const found = new Set(nodes.flatMap((node) => (node ? [node.id] : [])));
  return customerIds.filter((id) => !found.has(toGid("Customer", id)));
}

/** A metafield of some customers, as its text; one who has none is left out. */
export async function listCustomerMetafields(
  client: AdminClient,
  shopDomain: string,
  customerIds: readonly number[],
  { namespace, key }: { namespace: string; key: string },
): Promise<Map<number, string>> {
  const ids = customerIds.map((id) => toGid("Customer", id));
  const { nodes } = await client.run(shopDomain, ReadCustomerMetafieldsDocument, {
    ...{ ids, namespace, key },
  });
  const found = nodes.flatMap((node) =>
    node && "id" in node && node.metafield
      ? [[fromGid("Customer", node.id), node.metafield.value] as const]
      : [],
  );
  return new Map(found);
}

export async function readCustomersPage(
  client: AdminClient,
  shopDomain: string,
  cursor: string | null,
): Promise<PlatformPage<PlatformCustomer>> {
  const looking = lookForHidden();
  const page = { after: cursor };
  const { customers } = await client.run(shopDomain, ReadCustomersPageDocument, page, looking);
  return {
    items: customers.nodes.map((facts) => translateCustomer(facts, looking.isPartial())),
    nextCursor: nextCursorOf(customers),
  };
}

/** The platform's search does not tell capitals apart; tags do. A tag with both kinds of quotation marks cannot be searched. */
export async function listTaggedCustomers(
  client: AdminClient,
  shopDomain: string,
  tag: string,
  cursor: string | null,
): Promise<PlatformPage<PlatformCustomer>> {
  const mark = tag.includes('"') ? "'" : '"';
  if (tag.includes(mark)) return { items: [], nextCursor: null };
  const looking = lookForHidden();
  const page = { query: `tag:${mark}${tag}${mark}`, after: cursor };
  const { customers } = await client.run(shopDomain, ReadTaggedCustomersDocument, page, looking);
  return {
    items: customers.nodes
      .filter(({ tags }) => tags.includes(tag))
      .map((facts) => translateCustomer(facts, looking.isPartial())),
    nextCursor: nextCursorOf(customers),
  };
}

/** Options of a call, which tell afterwards whether the platform hid fields in its answer. */
export function lookForHidden() {
  let found = false;
  return {
    observe: ({ hidden }: { hidden: readonly string[] }) => {
      found = hidden.length > 0;
    },
    isPartial: () => found,
  };
}

export function translateCustomer(
  facts: CustomerFactsFragment,
  isPartial: boolean,
): PlatformCustomer {
  return {
    customerId: fromGid("Customer", facts.id),
    isPartial,
    // Composed: a text in the other form is the same to whoever reads it, and to a search.
    email: facts.defaultEmailAddress?.emailAddress.normalize("NFC") ?? null,
    firstName: facts.firstName?.normalize("NFC") ?? null,
    lastName: facts.lastName?.normalize("NFC") ?? null,
    locale: facts.locale,
    createdAt: platformInstant(facts.createdAt),
    updatedAt: platformInstant(facts.updatedAt),
  };
}
