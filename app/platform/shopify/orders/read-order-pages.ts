import type { AdminClient } from "../admin-client.ts";
import { OrderPagesDocument } from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";

/** Addresses of the pages on which the platform shows a customer their orders, by the orders' numbers; none for one that it does not show. */
export async function readOrderPages(
  client: AdminClient,
  shopDomain: string,
  orderIds: readonly number[],
): Promise<Map<number, string>> {
  if (orderIds.length === 0) return new Map();
  const ids = orderIds.map((id) => toGid("Order", id));
  const { nodes } = await client.run(shopDomain, OrderPagesDocument, { ids });
  return new Map(
    nodes.flatMap((node) =>
      node?.__typename === "Order" ? [[fromGid("Order", node.id), node.statusPageUrl]] : [],
    ),
  );
}
