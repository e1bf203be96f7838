import type { Customer, Subscription } from "#app/generated/prisma/client.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import { followCustomer } from "../customers/store-customer.ts";
import { isOfSurroundings } from "../set-aside/is-of-surroundings.ts";
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
  /** Why one of these rows could not be brought in; null where all are here, or not there on the platform. */
  failure: { error: unknown } | null;
}

/**
 * Finds the customers and the subscriptions of some orders. One that our rows do not know yet is read from the
 * platform: an order may arrive before its contract. One that cannot be brought in holds up no order. Calls the network.
 *
 * @throws what fails because of what is around it.
 */
export async function findRelations(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
): Promise<OrderRelations[]> {
  const customers = await findCustomers(context, orders);
  const subscriptions = await findSubscriptions(context, orders);
  return orders.map((order) => {
    const customer = order.customerId ? (customers.found.get(order.customerId) ?? null) : null;
    const contracts = [...contractsOf(order)].sort(([one], [other]) => one - other);
    const links = contracts.map(([contractId, isFirst]) => {
      const subscription = subscriptions.found.get(contractId) ?? null;
      return { contractId, subscription, isFirst };
    });
    const failures = [
      ...(order.customerId ? [customers.failures.get(order.customerId)] : []),
      ...contracts.map(([contractId]) => subscriptions.failures.get(contractId)),
    ];
    const failure = failures.find((one) => one !== undefined) ?? null;
    return { order, customer, links, factsHash: hashOf(order, customer, links), failure };
  });
}

async function findCustomers(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
): Promise<Known<Customer>> {
  const wanted = [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))];
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
  return readOthers(found, wanted, (customerId) => followCustomer(context, customerId));
}

async function findSubscriptions(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
): Promise<Known<LinkedSubscription>> {
  const wanted = [...new Set(orders.flatMap((order) => [...contractsOf(order).keys()]))];
  const rows = await readInParts(wanted.map(BigInt), (some) =>
    context.db.prisma.subscription.findMany({
      where: { shopId: context.shop.id, platformContractId: { in: some } },
      select: { id: true, planId: true, platformContractId: true },
    }),
  );
  const found = new Map<number, LinkedSubscription>(
    rows.map((row) => [Number(row.platformContractId), row]),
  );
  return readOthers(found, wanted, (contractId) => refreshContract(context, contractId));
}

/** Rows by the platform's numbers, and why some could not be brought in. */
interface Known<Row> {
  found: ReadonlyMap<number, Row>;
  failures: ReadonlyMap<number, { error: unknown }>;
}

/** Reads those that are not found yet. @throws what fails because of what is around it. */
async function readOthers<Row>(
  found: Map<number, Row>,
  wanted: readonly number[],
  read: (id: number) => Promise<Row | null>,
): Promise<Known<Row>> {
  const failures = new Map<number, { error: unknown }>();
  for (const id of wanted) {
    if (found.has(id)) continue;
    try {
      const row = await read(id);
      if (row) found.set(id, row);
    } catch (error) {
      if (isOfSurroundings(error)) throw error;
      failures.set(id, { error });
    }
  }
  return { found, failures };
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
