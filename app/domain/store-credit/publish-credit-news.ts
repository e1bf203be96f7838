import type { ShopContext } from "../context.ts";
import { PUBLISHED_AT_ONCE, publishStoreCredit } from "./publish-store-credit.ts";

interface NewsPage {
  last_id: bigint | null;
  customer_ids: bigint[] | null;
}

/**
 * Tells the storefront of every customer whose credit has moved since the last run, a page of customers
 * at a time. The cursor moves once a page is told, so that a run which breaks off tells some twice and none
 * never. Events of credit are written under the ledger's lock, hence in the order of their ids.
 */
export async function publishCreditNews(context: ShopContext): Promise<void> {
  const { shop, db } = context;
  for (;;) {
    const [page] = await db.prisma.$queryRaw<NewsPage[]>`
      WITH next AS (
        SELECT e.id, e.kind, e.data FROM events e JOIN shops s ON s.id = e.shop_id
        WHERE e.shop_id = ${shop.id} AND e.id > s.credit_news_cursor
        ORDER BY e.id LIMIT ${PUBLISHED_AT_ONCE}::int)
      SELECT max(id) AS last_id,
        array_agg(DISTINCT (data ->> 'customer_id')::bigint) FILTER (WHERE kind LIKE 'store_credit.%') AS customer_ids
      FROM next`;
    if (!page?.last_id) return;
    await publishStoreCredit(context, page.customer_ids ?? []);
    await db.prisma.$executeRaw`
      UPDATE shops SET credit_news_cursor = greatest(credit_news_cursor, ${page.last_id}) WHERE id = ${shop.id}`;
  }
}
