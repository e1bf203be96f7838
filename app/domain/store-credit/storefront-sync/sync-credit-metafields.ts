import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { PUBLISHED_AT_ONCE, publishStoreCredit } from "./publish-store-credit.ts";

interface NewsPage {
  last_id: bigint | null;
  customer_ids: bigint[] | null;
}

/** After so many pages a run makes way, so that a worker which is to end need not wait for a whole store. */
const PAGES_A_RUN = 20;

/**
 * Tells the storefront of every customer whose credit has moved since the last run, a page of events at a
 * time; another run goes on where a long one makes way. The cursor moves once a page is told, so that a run
 * which breaks off tells some twice and none never. Events of credit are written under the ledger's lock, hence
 * in the order of their ids; that of a grant to a whole plan stands for many entries.
 */
export async function syncCreditMetafields(context: ShopContext): Promise<void> {
  const { shop, db } = context;
  for (let pages = 0; pages < PAGES_A_RUN; pages += 1) {
    const [page] = await db.prisma.$queryRaw<NewsPage[]>`
      WITH next AS (
        SELECT e.id, e.kind, e.data FROM events e JOIN shops s ON s.id = e.shop_id
        WHERE e.shop_id = ${shop.id} AND e.id > s.credit_news_cursor
        ORDER BY e.id LIMIT ${PUBLISHED_AT_ONCE}::int)
      SELECT max(next.id) AS last_id, array_agg(DISTINCT who.customer_id) FILTER (WHERE who.customer_id IS NOT NULL)
        AS customer_ids
      FROM next LEFT JOIN LATERAL (
        SELECT (next.data ->> 'customer_id')::bigint AS customer_id
        UNION ALL
        SELECT entry.customer_id FROM credit_entries entry
        WHERE entry.shop_id = ${shop.id}
          AND entry.id BETWEEN (next.data ->> 'from_entry_id')::bigint AND (next.data ->> 'to_entry_id')::bigint
      ) who ON next.kind LIKE 'store\\_credit.%'`;
    if (!page?.last_id) return;
    const customerIds = page.customer_ids ?? [];
    for (let at = 0; at < customerIds.length; at += PUBLISHED_AT_ONCE) {
      await publishStoreCredit(context, customerIds.slice(at, at + PUBLISHED_AT_ONCE));
    }
    await db.prisma.$executeRaw`
      UPDATE shops SET credit_news_cursor = greatest(credit_news_cursor, ${page.last_id}) WHERE id = ${shop.id}`;
  }
  const shopId = String(shop.id);
  await addJob(db.prisma, "sync-credit-metafields", { shopId }, { dedupeKey: "sweep" });
}
