import type { Customer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import type { PlatformCustomer } from "#app/platform/platform.ts";
import type { ShopContext } from "../context.ts";
import { recordEvents } from "../events/record-event.ts";
import { readAgain } from "../set-aside/read-again.ts";
import { orSetAside } from "../set-aside/set-aside.ts";
import { askPlatformForCustomer } from "./ask-platform.ts";
import { thingOfCustomer } from "./customer-jobs.ts";

/**
 * Writes what the platform says of a customer into our row. Safe to repeat; older news than what the
 * row holds changes nothing, what the platform hides is kept as it was known, and a customer whose data was erased
 * stays erased, as one who was merged stays as they were.
 */
export async function storeCustomer(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customer: PlatformCustomer,
): Promise<void> {
  await storeCustomers(context, [customer]);
}

/** The same for some customers, all different, in one transaction for each fifty of them. */
export async function storeCustomers(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customers: readonly PlatformCustomer[],
): Promise<void> {
  await inBatches(customers, FEW_VALUES, (some) =>
    context.db.transaction((tx) => storeCustomersIn(context, tx, some)),
  );
}

/** The same in a transaction of the caller's, who holds no lock on rows of customers. At most fifty. */
export async function storeCustomersIn(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  customers: readonly PlatformCustomer[],
): Promise<void> {
  // As all do who record an event: taken before any row, so that no two deadlock.
  await tx.$executeRaw`SELECT lock_shop_writes(${context.shop.id})`;
  const before = await readNames(context, tx, customers);
  // What the platform hides comes as nothing, and is kept.
  for (const isPartial of [true, false]) {
    const some = customers.filter((one) => one.isPartial === isPartial);
    await writeRows(context, tx, some, isPartial);
  }
  const after = await readNames(context, tx, customers);
  const renamed = [...after].filter(([platformId, names]) => {
    const known = before.get(platformId);
    return !known || NAMES.some((name) => known[name] !== names[name]);
  });
  await recordEvents(
    context,
    tx,
    "customer.updated",
    renamed.map(([, { id }]) => ({ customer_id: String(id) })),
  );
}

const NAMES = ["email", "firstName", "lastName"] as const;

/** By the platform's numbers. */
async function readNames(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  customers: readonly PlatformCustomer[],
) {
  const ids = customers.map(({ customerId }) => BigInt(customerId));
  const rows = await tx.customer.findMany({
    where: { shopId: shop.id, platformCustomerId: { in: ids } },
    select: { id: true, platformCustomerId: true, email: true, firstName: true, lastName: true },
    orderBy: { platformCustomerId: "asc" },
  });
  return new Map(rows.map((row) => [row.platformCustomerId, row]));
}

async function writeRows(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  customers: readonly PlatformCustomer[],
  isPartial: boolean,
): Promise<void> {
  if (customers.length === 0) return;
  const all = <T>(pick: (customer: PlatformCustomer) => T) => customers.map(pick);
  await tx.$executeRaw`
    INSERT INTO customers AS c (shop_id, platform_customer_id, email, first_name, last_name, locale,
      platform_created_at, platform_updated_at, updated_at)
    SELECT ${shop.id}::bigint, s.*, now()
    FROM unnest(${all(({ customerId }) => BigInt(customerId))}::bigint[], ${all(({ email }) => email)}::text[],
      ${all(({ firstName }) => firstName)}::text[], ${all(({ lastName }) => lastName)}::text[],
      ${all(({ locale }) => locale)}::text[], ${all(({ createdAt }) => createdAt)}::timestamptz[],
      ${all(({ updatedAt }) => updatedAt)}::timestamptz[]) AS s
    ON CONFLICT (shop_id, platform_customer_id) DO UPDATE SET
      email = CASE WHEN ${isPartial} THEN coalesce(excluded.email, c.email) ELSE excluded.email END,
      first_name = CASE WHEN ${isPartial} THEN coalesce(excluded.first_name, c.first_name)
        ELSE excluded.first_name END,
      last_name = CASE WHEN ${isPartial} THEN coalesce(excluded.last_name, c.last_name)
        ELSE excluded.last_name END,
      locale = CASE WHEN ${isPartial} THEN coalesce(excluded.locale, c.locale) ELSE excluded.locale END,
      platform_created_at = excluded.platform_created_at,
      platform_updated_at = excluded.platform_updated_at, updated_at = excluded.updated_at
    WHERE c.redacted_at IS NULL AND c.merged_into_id IS NULL
      AND (c.platform_updated_at IS NULL OR c.platform_updated_at <= excluded.platform_updated_at)`;
}

/**
 * Our row of a platform customer, read from the platform and stored when it is not there yet. Calls
 * the network: not for use inside a transaction. Null when the platform does not know the customer, or has merged
 * them into another one.
 */
export async function ensureCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<Customer | null> {
  const customer = await findOrRead(context, platformCustomerId);
  return customer?.mergedIntoId ? null : customer;
}

/** The same for facts that may name the customer as they were: one who was merged leads to the one that stays. */
export async function followCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<Customer | null> {
  const customer = await findOrRead(context, platformCustomerId);
  if (!customer?.mergedIntoId) return customer;
  const { shopId, mergedIntoId: id } = customer;
  return context.db.prisma.customer.findUnique({ where: { shopId_id: { shopId, id } } });
}

async function findOrRead(
  context: ShopContext,
  platformCustomerId: number,
): Promise<Customer | null> {
  const where = {
    shopId_platformCustomerId: {
      shopId: context.shop.id,
      platformCustomerId: BigInt(platformCustomerId),
    },
  };
  const known = await context.db.prisma.customer.findUnique({ where });
  if (known) return known;
  const customer = await askPlatformForCustomer(context, platformCustomerId);
  if (!customer) return null;
  await storeCustomer(context, customer);
  return context.db.prisma.customer.findUnique({ where });
}

/** Refreshes a customer from the platform; does nothing when the platform no longer knows them. */
export async function refreshCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<void> {
  const customer = await context.platform.getCustomer(platformCustomerId);
  if (customer) await storeCustomer(context, customer);
}

/** The same; a customer who cannot be stored is set aside. */
export async function refreshCustomerOrSetAside(
  context: ShopContext,
  platformCustomerId: number,
): Promise<void> {
  const thing = thingOfCustomer(context.shop.id, platformCustomerId);
  await orSetAside(context, thing, () => refreshCustomer(context, platformCustomerId));
}

/** The same for many, all different. */
export async function refreshCustomers(
  context: ShopContext,
  platformCustomerIds: readonly number[],
): Promise<void> {
  await readAgain(context, platformCustomerIds, thingOfCustomer, async (some) => {
    const read = await Promise.all(some.map((id) => context.platform.getCustomer(id)));
    await storeCustomers(
      context,
      read.flatMap((customer) => customer ?? []),
    );
  });
}
