import type { PlatformCustomer } from "#app/platform/platform.ts";
import type { ShopContext } from "../../context.ts";
import { storeCustomer } from "../../customers/store-customer.ts";

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
      await noteTagged(context, tag, page.items);
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
    if (!knownIds.has(customer.customerId)) await storeCustomer(context, customer);
  }
  const data = JSON.stringify({ tag, is_on: true });
  await db.transaction(async (tx) => {
    // Whoever is erased or merged meanwhile waits, or is left out.
    await tx.$queryRaw`
      SELECT 1 FROM customers
      WHERE shop_id = ${shop.id} AND platform_customer_id = ANY (${ids}::bigint[]) ORDER BY id FOR SHARE`;
    await tx.$executeRaw`
      INSERT INTO loyalty_facts (shop_id, customer_id, kind, key, happened_at, data)
      SELECT c.shop_id, c.id, n.kind, n.key, n.at, n.data::jsonb
      FROM customers c
      CROSS JOIN (VALUES
        ('tag', ${tag}, ${clock.now()}::timestamptz, '{}'),
        ('tag_change', ${`before ${tag}`}, ${BEFORE}::timestamptz, ${data})) AS n (kind, key, at, data)
      WHERE c.shop_id = ${shop.id} AND c.platform_customer_id = ANY (${ids}::bigint[])
        AND c.redacted_at IS NULL AND c.merged_into_id IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM loyalty_facts f
          WHERE f.shop_id = c.shop_id AND f.customer_id = c.id AND f.kind = 'tag' AND f.key = ${tag})
      ON CONFLICT (shop_id, customer_id, kind, key) DO NOTHING`;
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
