import { platformInstant } from "#app/lib/instants.ts";
import { isPlatformFailure } from "../../platform-failure.ts";
import type { PlatformDisputeState, PlatformOrderFacts } from "../../platform-order.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import {
  ListDisputesDocument,
  type OrderFactsFragment,
  ReadDisputeDocument,
  ReadManyOrderFactsDocument,
  ReadOrderFactsDocument,
  ReadSoldLinesDocument,
  type SoldLineFactsFragment,
} from "../admin-operations.generated.ts";
import { lookForHidden } from "../customers/read-customers.ts";
import { fromGid, toGid } from "../gid.ts";
import { type Connection, readAll } from "../read-connection.ts";
import { anyOf, byNumber } from "../read-together.ts";
import { readRefunds } from "./read-refunds.ts";
import { type OrderParts, translateOrderFacts } from "./translate-order-facts.ts";

type Dispute = PlatformOrderFacts["disputes"][number];

/** Null when the platform knows no such order, or does not show one of that age. */
export async function readOrderFacts(
  client: AdminClient,
  shopDomain: string,
  orderId: number,
): Promise<PlatformOrderFacts | null> {
  const id = toGid("Order", orderId);
  const looking = lookForHidden();
  const { order } = await client.run(shopDomain, ReadOrderFactsDocument, { id }, looking);
  return order && completeOrder(client, shopDomain, order, looking.isPartial());
}

/** Some orders, by their numbers; those that the platform's search finds. */
export async function readManyOrderFacts(
  client: AdminClient,
  shopDomain: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformOrderFacts | Error>> {
  const looking = lookForHidden();
  const found = await client.run(shopDomain, ReadManyOrderFactsDocument, anyOf(ids), looking);
  return byNumber("Order", found.orders.nodes, (order) =>
    completeOrder(client, shopDomain, order, looking.isPartial()),
  );
}

type OrderWithLines = OrderFactsFragment & { lineItems: Connection<SoldLineFactsFragment> };

/** Fetches what did not fit into the order's answer. */
async function completeOrder(
  client: AdminClient,
  shopDomain: string,
  order: OrderWithLines,
  isPartial: boolean,
): Promise<PlatformOrderFacts> {
  const { id } = order;
  const lines = await readAll(order.lineItems, async (after) => {
    const answer = await client.run(shopDomain, ReadSoldLinesDocument, { id, after });
    return answer.order?.lineItems ?? null;
  });
  const parts = { lines, ...(await readOrderParts(client, shopDomain, order)) };
  return translateOrderFacts(order, parts, isPartial);
}

/** What of an order may not be asked for in bulk: one more question for one that was refunded, and one a dispute. */
export async function readOrderParts(
  client: AdminClient,
  shopDomain: string,
  { id, refunds, disputes }: OrderFactsFragment,
): Promise<Omit<OrderParts, "lines">> {
  return {
    refunds:
      refunds.length === 0 ? [] : await readRefunds(client, shopDomain, fromGid("Order", id)),
    disputes: await readDisputes(client, shopDomain, disputes),
  };
}

/** An order names its disputes; what they are about needs a permission that a store may not have granted. */
async function readDisputes(
  client: AdminClient,
  shopDomain: string,
  summaries: OrderFactsFragment["disputes"],
): Promise<Dispute[]> {
  const disputes: Dispute[] = [];
  for (const { id, initiatedAs, status } of summaries) {
    disputes.push({
      disputeId: fromGid("ShopifyPaymentsDispute", id),
      kind: initiatedAs.toLowerCase(),
      status: status.toLowerCase(),
      details: await readDetails(client, shopDomain, id),
    });
  }
  return disputes;
}

/** Null where the store has not granted disputes. */
export async function listDisputes(
  client: AdminClient,
  shopDomain: string,
  since: Date,
): Promise<PlatformDisputeState[] | null> {
  const query = `initiated_at:>='${since.toISOString()}'`;
  const ask = async (after: string | null) =>
    (await client.run(shopDomain, ListDisputesDocument, { query, after })).disputes;
  try {
    const nodes = await readAll(await ask(null), ask);
    return nodes.flatMap(({ id, status, order }) =>
      order === null
        ? []
        : {
            disputeId: fromGid("ShopifyPaymentsDispute", id),
            orderId: fromGid("Order", order.id),
            status: status.toLowerCase(),
          },
    );
  } catch (error) {
    if (isPlatformFailure(error) && error.platformCode === "ACCESS_DENIED") return null;
    throw error;
  }
}

async function readDetails(
  client: AdminClient,
  shopDomain: string,
  id: string,
): Promise<Dispute["details"]> {
  try {
    const { dispute } = await client.run(shopDomain, ReadDisputeDocument, { id });
    if (!dispute) return null;
    return {
      reason: dispute.reasonDetails.reason.toLowerCase(),
      amountMinor: readMoney(dispute.amount),
      currency: dispute.amount.currencyCode,
      initiatedAt: platformInstant(dispute.initiatedAt),
      finalizedAt: dispute.finalizedOn === null ? null : platformInstant(dispute.finalizedOn),
    };
  } catch (error) {
    if (isPlatformFailure(error) && error.platformCode === "ACCESS_DENIED") return null;
    throw error;
  }
}
