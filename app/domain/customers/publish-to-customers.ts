import { partsOf } from "#app/lib/parts-of.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../context.ts";
import { isOfSurroundings } from "../set-aside/is-of-surroundings.ts";

type Describe = (customerIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, object | null>>;

/** As many as the platform takes in one call. */
const PUBLISHED_AT_ONCE = 25;

/**
 * Writes a metafield of the app's own namespace for customers, as many in one call as the platform takes. Customers whom the
 * platform no longer knows are left out. Safe to repeat.
 *
 * @param describe JSON of what the storefront renders for customers, by their ids; null removes it, and it may say nothing of one.
 * @throws PlatformFailure when the platform does not answer, and what `describe` throws for a customer, when all others are published.
 */
export async function publishToCustomers(
  context: ShopContext,
  key: string,
  customerIds: readonly bigint[],
  describe: Describe,
): Promise<void> {
  const failures: unknown[] = [];
  for (const ids of partsOf(customerIds, PUBLISHED_AT_ONCE)) {
    failures.push(...(await publishPage(context, key, ids, describe)));
  }
  if (failures.length > 0) throw failures[0];
}

/** @returns why some could not be described. */
async function publishPage(
  context: ShopContext,
  key: string,
  customerIds: readonly bigint[],
  describe: Describe,
): Promise<unknown[]> {
  const customers = await context.db.prisma.customer.findMany({
    where: {
      shopId: context.shop.id,
      id: { in: [...customerIds] },
      redactedAt: null,
      mergedIntoId: null,
    },
    select: { id: true, platformCustomerId: true },
  });
  const ids = customers.map(({ id }) => id);
  const { described, failures } = await describeThem(ids, describe);
  await publishItems(
    context,
    customers.flatMap(({ id, platformCustomerId }) => {
      const value = described.get(id);
      return value !== undefined ? [{ customerId: Number(platformCustomerId), key, value }] : [];
    }),
  );
  return failures;
}

/** All together, and one by one where that fails. @throws what fails because of what is around them. */
async function describeThem(
  ids: readonly bigint[],
  describe: Describe,
): Promise<{ described: ReadonlyMap<bigint, object | null>; failures: unknown[] }> {
  const described = new Map<bigint, object | null>();
  const failures: unknown[] = [];
  try {
    return { described: await describe(ids), failures };
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
  }
  for (const id of ids) {
    try {
      const value = (await describe([id])).get(id);
      if (value !== undefined) described.set(id, value);
    } catch (error) {
      if (isOfSurroundings(error)) throw error;
      failures.push(error);
    }
  }
  return { described, failures };
}

/** Writes metafields of customers of the platform in one call; where it refuses one, the others by themselves. */
async function publishItems(
  context: ShopContext,
  items: { customerId: number; key: string; value: unknown }[],
): Promise<void> {
  if (items.length === 0) return;
  try {
    await context.platform.publishCustomersData(items);
  } catch (error) {
    if (!isRefused(error)) throw error;
    // One invalid item fails the whole call: send each separately, so the others are written.
    for (const { customerId, key, value } of items) {
      await context.platform.publishCustomerData(customerId, key, value).catch((reason) => {
        if (!isRefused(reason)) throw reason;
        context.log.info(
          { err: reason, metafield: key },
          "the platform took no metafield for a customer",
        );
      });
    }
  }
}

function isRefused(error: unknown): boolean {
  return isPlatformFailure(error) && error.kind === "refused";
}
