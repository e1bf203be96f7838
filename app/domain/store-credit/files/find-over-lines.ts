import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { earliestLastDay, lastDayProblem } from "../grants/last-day.ts";

/**
 * The lines that are not to be applied any more, because their last day has passed since the file was confirmed, by their
 * position. A line whose entry an interrupted run has posted is none of them.
 *
 * @param keyOf the source key of a line's entry.
 */
export async function findOverLines(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  lines: readonly { position: number; expires: string }[],
  keyOf: (position: number) => string,
): Promise<ReadonlySet<number>> {
  const earliest = earliestLastDay(clock.now(), shop.ianaTimezone);
  const over = new Map(
    lines
      .filter(({ expires }) => lastDayProblem(expires, earliest) !== null)
      .map(({ position }) => [keyOf(position), position]),
  );
  const posted = await readInParts([...over.keys()], (some) =>
    db.prisma.creditEntry.findMany({
      where: { shopId: shop.id, sourceKey: { in: some } },
      select: { sourceKey: true },
    }),
  );
  for (const { sourceKey } of posted) over.delete(sourceKey ?? "");
  return new Set(over.values());
}
