import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { isEntitled, RIGHTS_COLUMNS } from "./rights.ts";

/** Which of these customers (internal ids) have at an instant what a membership gives. */
export async function listEntitled(
  queries: Queries,
  { shop }: Pick<ShopContext, "shop">,
  customerIds: readonly bigint[],
  at: Date,
): Promise<ReadonlySet<bigint | null>> {
  const rows = await readInParts(customerIds, (some) =>
    queries.subscription.findMany({
      where: { shopId: shop.id, customerId: { in: some } },
      select: { customerId: true, kind: true, ...RIGHTS_COLUMNS },
    }),
  );
  const entitled = rows.filter((row) => row.kind === "membership" && isEntitled(row, at));
  return new Set(entitled.map(({ customerId }) => customerId));
}
