import { FEW_VALUES } from "#app/lib/one-way.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import type { PlatformCustomer } from "#app/platform/platform.ts";
import type { ShopContext } from "../../context.ts";
import { thingOfCustomer } from "../../customers/customer-jobs.ts";
import { storeCustomer } from "../../customers/store-customer.ts";
import { orSetAside } from "../../set-aside/set-aside.ts";

/** Before every rule: when a tag was given that nobody told us of is not known. */
const BEFORE = new Date(0);

/**
 * Asks the platform, once for each tag, which customers have it: webhooks report only tags that change after the installation.
 * A tag found this way counts for a rule's conditions as if the customer had always had it, and for rewards for receiving it as
 * if it came now. The caller counts these customers again. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure.
 */
export async function readTags(context: ShopContext, tags: Iterable<string>): Promise<void> {
  const { db, shop, clock, platform } = context;
  for (const tag of new Set(tags)) {
    const where = { shopId_tag: { shopId: shop.id, tag } };
    if (await db.prisma.loyaltyTag.findUnique({ where })) continue;
    let cursor: string | null = null;
    do {
      const page: { items: PlatformCustomer[]; nextCursor: string | null } =
        await platform.listTaggedCustomers(tag, cursor);
      for (const some of partsOf(page.items, FEW_VALUES)) {
        await noteTagged(context, tag, some);
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
    await db.prisma.loyaltyTag.createMany({
      data: [{ shopId: shop.id, tag, readAt: clock.now() }],
      skipDuplicates: true,
    });
  }
}

async function noteTagged(
  context: ShopContext,
  tag: string,
  customers: readonly PlatformCustomer[],
): Promise<void> {
  const { db, shop, clock } = context;
  const ids = customers.map(({ customerId }) => BigInt(customerId));
  const known = await db.prisma.customer.findMany({
    where: { shopId: shop.id, platformCustomerId: { in: ids } },
    select: { platformCustomerId: true },
  });
  const knownIds = new Set(known.map(({ platformCustomerId }) => Number(platformCustomerId)));
  for (const customer of customers) {
    if (knownIds.has(customer.customerId)) continue;
    const thing = thingOfCustomer(shop.id, customer.customerId);
    await orSetAside(context, thing, () => storeCustomer(context, customer));
  }
  const { id: shopId } = shop;
  await db.transaction(async (tx) => {
    // Whoever is erased or merged meanwhile waits, or is left out.
    const meant = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM customers
      WHERE shop_id = ${shopId} AND platform_customer_id = ANY (${ids}::bigint[])
        AND redacted_at IS NULL AND merged_into_id IS NULL
      ORDER BY id FOR SHARE`;
    const customerId = { in: meant.map(({ id }) => id) };
    const noted = await tx.loyaltyFact.findMany({
      where: { shopId, customerId, kind: "tag", key: tag },
      select: { customerId: true },
    });
    const notedIds = new Set(noted.map((fact) => fact.customerId));
    const isOn = { kind: "tag", key: tag, happenedAt: clock.now(), data: {} };
    const since = { kind: "tag_change", key: `before ${tag}`, happenedAt: BEFORE };
    await tx.loyaltyFact.createMany({
      data: meant
        .filter(({ id }) => !notedIds.has(id))
        .flatMap(({ id }) => [
          { shopId, customerId: id, ...isOn },
          { shopId, customerId: id, ...since, data: { tag, is_on: true } },
        ]),
      skipDuplicates: true,
    });
  });
}

/** The tags by which a rule of these terms counts. */
export function tagsOf({
  settings,
  conditions: { customer_settings: meant },
}: {
  settings?: unknown;
  conditions: { customer_settings: { apply_to: string; tags?: string[] } };
}): string[] {
  const { tag } = (settings ?? {}) as { tag?: string };
  return [...(meant.tags ?? []), ...(tag === undefined ? [] : [tag])];
}
