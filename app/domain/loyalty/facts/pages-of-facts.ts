import { askBy } from "#app/lib/ask.ts";
import { idsAfter } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import type { CustomerFacts } from "./customer-facts.ts";
import { readCustomerFacts } from "./read-customer-facts.ts";

/** Customers whose facts are in memory together; those of the next page come while they are counted. */
const PAGE = 500;

/** Some customers of a store, with all that they did. */
export interface FactsPage {
  /** The customer before them; 0 before the first. */
  afterId: bigint;
  /** The last of them. */
  lastId: bigint;
  customers: readonly CustomerFacts[];
  isLast: boolean;
}

/**
 * The customers after one, in the order of their ids, page by page: the database reads a page while the caller works on the one
 * before.
 *
 * @param only.ordersFrom leaves out the orders that were placed before.
 */
export async function* pagesOfFacts(
  context: ShopContext,
  afterId: bigint,
  only: { ordersFrom?: Date } = {},
): AsyncGenerator<FactsPage, void, void> {
  let next = readPage(context, afterId, only);
  try {
    for (;;) {
      const page = await next;
      if (!page.isLast) {
        next = readPage(context, page.lastId, only);
        // It is thrown where it is waited for.
        next.catch(() => {});
      }
      yield page;
      if (page.isLast) return;
    }
  } finally {
    // Who wants no more pages goes on when nothing is being read.
    await next.catch(() => {});
  }
}

async function readPage(
  context: ShopContext,
  afterId: bigint,
  only: { ordersFrom?: Date },
): Promise<FactsPage> {
  const { db, shop } = context;
  const rows = await db.prisma.customer.findMany({
    where: { shopId: shop.id, id: idsAfter(afterId), mergedIntoId: null },
    orderBy: { id: "asc" },
    take: PAGE,
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id);
  const customers = await readCustomerFacts(askBy(db.pool), context, ids, only);
  return { afterId, lastId: ids.at(-1) ?? afterId, customers, isLast: ids.length < PAGE };
}
