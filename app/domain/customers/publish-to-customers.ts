import { readInParts } from "#app/lib/one-way.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../context.ts";
import { isOfSurroundings } from "../set-aside/is-of-surroundings.ts";

/** Something that the storefront renders of customers: a metafield of the app's own namespace. */
export interface CustomerCopy {
  readonly key: string;
  /** Its JSON by the customers' ids; null removes it, and it may say nothing of one. */
  describe(
    context: ShopContext,
    customerIds: readonly bigint[],
  ): Promise<ReadonlyMap<bigint, object | null>>;
}

/** Whose copies are to be written. */
export interface WantedCopies {
  copy: CustomerCopy;
  /** Each once. */
  customerIds: readonly bigint[];
}

/** A metafield to be written, or with null to be removed. */
interface Item {
  /** The platform's number. */
  customerId: number;
  key: string;
  value: object | null;
}

/** As many metafields as the platform takes in one call. */
export const PUBLISHED_AT_ONCE = 25;

/**
 * Writes what the storefront renders of customers, as many metafields in one call as the platform takes, whatever they are about.
 * Customers whom the platform no longer knows are left out. Safe to repeat.
 *
 * @throws PlatformFailure when the platform does not answer, and what `describe` throws for a customer, when all others are published.
 */
export async function publishToCustomers(
  context: ShopContext,
  wanted: readonly WantedCopies[],
): Promise<void> {
  const failures: unknown[] = [];
  const numbers = await findNumbers(
    context,
    wanted.flatMap(({ customerIds }) => customerIds),
  );
  let items: Item[] = [];
  for (const { copy, customerIds } of wanted) {
    const known = customerIds.filter((id) => numbers.has(id));
    for (const ids of partsOf(known, PUBLISHED_AT_ONCE)) {
      const { described, failures: some } = await describeThem(context, ids, copy);
      failures.push(...some);
      for (const [id, value] of described) {
        items.push({ customerId: numbers.get(id) as number, key: copy.key, value });
      }
      while (items.length >= PUBLISHED_AT_ONCE) {
        await publishItems(context, items.slice(0, PUBLISHED_AT_ONCE));
        items = items.slice(PUBLISHED_AT_ONCE);
      }
    }
  }
  await publishItems(context, items);
  if (failures.length > 0) throw failures[0];
}

/** The platform's numbers of customers, by our ids. */
async function findNumbers(
  { db, shop }: ShopContext,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const customers = await readInParts([...new Set(customerIds)], (some) =>
    db.prisma.customer.findMany({
      where: { shopId: shop.id, id: { in: some }, redactedAt: null, mergedIntoId: null },
      select: { id: true, platformCustomerId: true },
    }),
  );
  return new Map(
    customers.map(({ id, platformCustomerId }) => [id, Number(platformCustomerId)] as const),
  );
}

/** All together, and one by one where that fails. @throws what fails because of what is around them. */
async function describeThem(
  context: ShopContext,
  ids: readonly bigint[],
  copy: CustomerCopy,
): Promise<{ described: ReadonlyMap<bigint, object | null>; failures: unknown[] }> {
  const described = new Map<bigint, object | null>();
  const failures: unknown[] = [];
  try {
    return { described: await copy.describe(context, ids), failures };
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
  }
  for (const id of ids) {
    try {
      const value = (await copy.describe(context, [id])).get(id);
      if (value !== undefined) described.set(id, value);
    } catch (error) {
      if (isOfSurroundings(error)) throw error;
      failures.push(error);
    }
  }
  return { described, failures };
}

/** Writes metafields of customers of the platform in one call; where it refuses one, the others by themselves. */
async function publishItems(context: ShopContext, items: Item[]): Promise<void> {
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
