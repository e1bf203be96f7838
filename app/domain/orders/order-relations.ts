import type { Customer, Subscription } from "#app/generated/prisma/client.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import { followCustomer } from "../customers/store-customer.ts";
import { refreshContract } from "../subscriptions/store-contract.ts";

/** A contract that an order began or renewed, with our row of it. */
export interface SubscriptionLink {
  contractId: number;
  /** Null when the platform does not show the contract any more. */
  subscription: LinkedSubscription | null;
  isFirst: boolean;
}

type LinkedSubscription = Pick<Subscription, "id" | "planId">;

/** What an order leads to among our rows. */
export interface OrderRelations {
  order: PlatformOrderFacts;
  customer: Customer | null;
  links: SubscriptionLink[];
  /** Of all that the platform said, and of these rows, which may become known later than the order. */
  factsHash: string;
}

/**
 * Finds the customers and the subscriptions of some orders. One that our rows do not know yet is read from the
 * platform: an order may arrive before its contract. Calls the network.
 */
export async function findRelations(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
): Promise<OrderRelations[]> {
  const customers = await findCustomers(context, orders);
  const subscriptions = await findSubscriptions(context, orders);
  return orders.map((order) => {
    const customer = order.customerId ? (customers.get(order.customerId) ?? null) : null;
    const links = [...contractsOf(order)]
      .sort(([one], [other]) => one - other)
      .map(([contractId, isFirst]) => {
        const subscription = subscriptions.get(contractId) ?? null;
        return { contractId, subscription, isFirst };
      });
    return { order, customer, links, factsHash: hashOf(order, customer, links) };
  });
}

async function findCustomers(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
): Promise<Map<number, Customer>> {
  const wanted = [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))];
  if (wanted.length === 0) return new Map();
  const rows = await readInParts(wanted.map(BigInt), (some) =>
    context.db.prisma.customer.findMany({
      where: { shopId: context.shop.id, platformCustomerId: { in: some } },
    }),
  );
  const found = new Map(
    rows
      .filter(({ mergedIntoId }) => mergedIntoId === null)
      .map((row) => [Number(row.platformCustomerId), row]),
  );
  for (const customerId of wanted) {
    const row = found.get(customerId) ?? (await followCustomer(context, customerId));
    if (row) found.set(customerId, row);
  }
  return found;
}

async function findSubscriptions(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
): Promise<Map<number, LinkedSubscription>> {
  const wanted = [...new Set(orders.flatMap((order) => [...contractsOf(order).keys()]))];
  if (wanted.length === 0) return new Map();
  const rows = await readInParts(wanted.map(BigInt), (some) =>
    context.db.prisma.subscription.findMany({
      where: { shopId: context.shop.id, platformContractId: { in: some } },
      select: { id: true, planId: true, platformContractId: true },
    }),
  );
  const found = new Map<number, LinkedSubscription>(
    rows.map((row) => [Number(row.platformContractId), row]),
  );
  for (const contractId of wanted) {
    const row = found.get(contractId) ?? (await refreshContract(context, contractId));
    if (row) found.set(contractId, row);
  }
  return found;
}

/** The contracts of an order's lines, and whether it began each. */
function contractsOf({ lines }: PlatformOrderFacts): Map<number, boolean> {
  const contracts = new Map<number, boolean>();
  for (const { contractId, beganContract } of lines) {
    if (contractId !== null) contracts.set(contractId, beganContract);
  }
  return contracts;
}

function hashOf(
  order: PlatformOrderFacts,
  customer: Customer | null,
  links: readonly SubscriptionLink[],
): string {
  const text = (id: bigint | null | undefined) => (id == null ? null : String(id));
  const linked = links.map(({ subscription }) => [
    text(subscription?.id),
    text(subscription?.planId),
  ]);
  return hashJson([order, text(customer?.id), linked]);
}
