import { findPastDueIds } from "../billing/past-due/find-past-due-ids.ts";
import type { PastDueFilters } from "../billing/past-due/past-due-filters.ts";
import type { ShopContext } from "../context.ts";
import { findMatchingIds } from "../subscriptions/lists/find-matching-ids.ts";
import type { MerchantFilters } from "../subscriptions/lists/merchant-filters.ts";

/** Which subscriptions are meant: those that were ticked, or all that a list's filters let through. */
export type BulkSelection =
  | { list: "ticked"; ids: readonly bigint[] }
  /** All subscriptions of these customers that are not canceled. */
  | { list: "customers"; ids: readonly bigint[] }
  | { list: "subscriptions"; filters: MerchantFilters }
  | { list: "failed_payments"; filters: PastDueFilters };

/** Internal ids of the store's subscriptions that are meant, at most `limit`. Another store's ids name nothing. */
export async function findSelected(
  context: Pick<ShopContext, "db" | "shop">,
  selection: BulkSelection,
  limit: number,
): Promise<bigint[]> {
  switch (selection.list) {
    case "subscriptions":
      return findMatchingIds(context, selection.filters, limit);
    case "failed_payments":
      return findPastDueIds(context, selection.filters, limit);
    case "customers": {
      const rows = await context.db.prisma.subscription.findMany({
        where: {
          shopId: context.shop.id,
          customerId: { in: [...selection.ids] },
          status: { not: "cancelled" },
        },
        select: { id: true },
        orderBy: { id: "asc" },
        take: limit,
      });
      return rows.map(({ id }) => id);
    }
    case "ticked": {
      const rows = await context.db.prisma.subscription.findMany({
        where: { shopId: context.shop.id, id: { in: [...selection.ids] } },
        select: { id: true },
        orderBy: { id: "asc" },
        take: limit,
      });
      return rows.map(({ id }) => id);
    }
  }
}
