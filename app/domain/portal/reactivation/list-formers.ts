import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";

/** A contract, and one that it goes on from, directly or not. */
export interface Former {
  id: bigint;
  formerId: bigint;
}

/**
 * The contracts that these go on from, back to the first one, however often they were started again: those of one after each other,
 * the nearest first.
 */
export async function listFormers(
  queries: Queries,
  shopId: bigint,
  ids: readonly bigint[],
): Promise<Former[]> {
  const found: Former[] = [];
  let last = ids.map((id): Former => ({ id, formerId: id }));
  while (last.length > 0) {
    const successors = last.map(({ formerId }) => formerId);
    const rows = await readInParts(successors, (some) =>
      queries.reactivation.findMany({
        where: { shopId, state: "made", successorId: { in: some } },
        select: { successorId: true, subscriptionId: true },
      }),
    );
    const formerOf = new Map(rows.map((row) => [row.successorId, row.subscriptionId]));
    last = last.flatMap(({ id, formerId: successorId }) => {
      const formerId = formerOf.get(successorId);
      return formerId === undefined ? [] : [{ id, formerId }];
    });
    found.push(...last);
  }
  return found;
}
