import type { AdminClient } from "../admin-client.ts";
import {
  AddCustomerTagDocument,
  ReadCustomerTagsDocument,
  RemoveCustomerTagDocument,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";

/** Null when the platform knows no such customer. */
export async function readCustomerTags(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
): Promise<string[] | null> {
  const id = toGid("Customer", customerId);
  const { customer } = await client.run(shopDomain, ReadCustomerTagsDocument, { id });
  return customer?.tags ?? null;
}

export async function addCustomerTag(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  tag: string,
): Promise<void> {
  const variables = { id: toGid("Customer", customerId), tags: [tag] };
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, AddCustomerTagDocument, variables, options);
  throwUserErrors(answer.tagsAdd);
}

export async function removeCustomerTag(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  tag: string,
): Promise<void> {
  const variables = { id: toGid("Customer", customerId), tags: [tag] };
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, RemoveCustomerTagDocument, variables, options);
  throwUserErrors(answer.tagsRemove);
}
