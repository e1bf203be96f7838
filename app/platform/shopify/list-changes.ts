import { platformInstant } from "#app/lib/instants.ts";
import type { ChangedKind, PlatformChange, PlatformPage } from "../platform.ts";
import type { AdminClient } from "./admin-client.ts";
import {
  ListChangedContractsDocument,
  ListChangedCustomersDocument,
  ListChangedOrdersDocument,
} from "./admin-operations.generated.ts";
import { fromGid, type NumberedType } from "./gid.ts";
import { type Connection, nextCursorOf } from "./read-connection.ts";

type Dated = Connection<{ id: string; updatedAt: string }>;

export async function listChanges(
  client: AdminClient,
  shopDomain: string,
  kind: ChangedKind,
  since: Date | null,
  cursor: string | null,
): Promise<PlatformPage<PlatformChange>> {
  const query = since === null ? null : `updated_at:>='${since.toISOString()}'`;
  const page = { query, after: cursor };
  switch (kind) {
    case "orders":
      return read("Order", (await client.run(shopDomain, ListChangedOrdersDocument, page)).orders);
    case "contracts": {
      const answer = await client.run(shopDomain, ListChangedContractsDocument, page);
      return read("SubscriptionContract", answer.subscriptionContracts);
    }
    case "customers": {
      const answer = await client.run(shopDomain, ListChangedCustomersDocument, page);
      return read("Customer", answer.customers);
    }
  }
}

function read(type: NumberedType, page: Dated): PlatformPage<PlatformChange> {
  return {
    items: page.nodes.map(({ id, updatedAt }) => ({
      id: fromGid(type, id),
      updatedAt: platformInstant(updatedAt),
    })),
    nextCursor: nextCursorOf(page),
  };
}
