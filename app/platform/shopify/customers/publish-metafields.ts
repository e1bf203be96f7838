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

/** One call, which the platform takes as a whole or not at all; one more where some metafields are to be removed. */
export async function publishCustomersData(
  client: AdminClient,
  shopDomain: string,
  items: { customerId: number; key: string; value: unknown }[],
): Promise<void> {
  const placed = items.map(({ customerId, key, value }) => ({
    place: { ownerId: toGid("Customer", customerId), namespace: appNamespace, key },
    value,
  }));
  await setMetafields(
    client,
    shopDomain,
    placed.filter(({ value }) => value !== null),
  );
  const places = placed.flatMap(({ place, value }) => (value === null ? [place] : []));
  await deleteMetafields(client, shopDomain, places);
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

type Place = { ownerId: string; namespace: string; key: string };

function writeMetafield(
  client: AdminClient,
  shopDomain: string,
  place: Place,
  value: unknown,
): Promise<void> {
  if (value === null) return deleteMetafields(client, shopDomain, [place]);
  return setMetafields(client, shopDomain, [{ place, value }]);
}

async function setMetafields(
  client: AdminClient,
  shopDomain: string,
  items: readonly { place: Place; value: unknown }[],
): Promise<void> {
  if (items.length === 0) return;
  const metafields = items.map(({ place, value }) => {
    return { ...place, type: "json", value: JSON.stringify(value) };
  });
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, SetMetafieldsDocument, { metafields }, options);
  throwUserErrors(answer.metafieldsSet);
}

async function deleteMetafields(
  client: AdminClient,
  shopDomain: string,
  metafields: Place[],
): Promise<void> {
  if (metafields.length === 0) return;
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, DeleteMetafieldsDocument, { metafields }, options);
  throwUserErrors(answer.metafieldsDelete);
}
