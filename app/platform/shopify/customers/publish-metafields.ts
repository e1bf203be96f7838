import type { AdminClient } from "../admin-client.ts";
import {
  DeleteMetafieldsDocument,
  ReadInstallationDocument,
  SetMetafieldsDocument,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";

/** The namespace that only this app can write. */
const appNamespace = "$app";

export function publishCustomerData(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  key: string,
  value: unknown,
): Promise<void> {
  const place = { ownerId: toGid("Customer", customerId), namespace: appNamespace, key };
  return writeMetafield(client, shopDomain, place, value);
}

/** One call, which the platform takes as a whole or not at all. */
export async function publishCustomersData(
  client: AdminClient,
  shopDomain: string,
  items: { customerId: number; key: string; value: unknown }[],
): Promise<void> {
  const metafields = items.map(({ customerId, key, value }) => ({
    ownerId: toGid("Customer", customerId),
    namespace: appNamespace,
    key,
    type: "json",
    value: JSON.stringify(value),
  }));
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, SetMetafieldsDocument, { metafields }, options);
  throwUserErrors(answer.metafieldsSet);
}

/** The installation is asked for every time: a store that comes back gets another one. */
export async function publishShopData(
  client: AdminClient,
  shopDomain: string,
  namespace: string,
  key: string,
  value: unknown,
): Promise<void> {
  const { currentAppInstallation } = await client.run(shopDomain, ReadInstallationDocument, {});
  const place = { ownerId: currentAppInstallation.id, namespace, key };
  await writeMetafield(client, shopDomain, place, value);
}

async function writeMetafield(
  client: AdminClient,
  shopDomain: string,
  place: { ownerId: string; namespace: string; key: string },
  value: unknown,
): Promise<void> {
  const options = { repeatable: true };
  if (value === null) {
    const metafields = [place];
    const answer = await client.run(shopDomain, DeleteMetafieldsDocument, { metafields }, options);
    throwUserErrors(answer.metafieldsDelete);
    return;
  }
  const metafields = [{ ...place, type: "json", value: JSON.stringify(value) }];
  const answer = await client.run(shopDomain, SetMetafieldsDocument, { metafields }, options);
  throwUserErrors(answer.metafieldsSet);
}
