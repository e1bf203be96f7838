import { z } from "zod";
import type { Plan, PriceChange, PriceChangeRow } from "#app/generated/prisma/client.ts";
import type { Database } from "#app/lib/db.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";

const pricesSchema = z.array(
  z.object({ lineGid: z.string(), beforeMinor: z.number(), afterMinor: z.number() }),
);

/** What one piece of a line costs before and after. */
export type LinePrices = z.infer<typeof pricesSchema>;

/** The lines' prices as the row keeps them; none before the customer is told. */
export function readLinePrices({ prices }: Pick<PriceChangeRow, "prices">): LinePrices {
  return pricesSchema.parse(prices ?? []);
}

/** Whether a piece of some line is to cost more: the lines together may cost the same all the same. */
export function isDearer(prices: LinePrices): boolean {
  return prices.some(({ beforeMinor, afterMinor }) => afterMinor > beforeMinor);
}

/** A subscriber's row, with its change and the plan that the change is of. */
export type RowOfChange = PriceChangeRow & { change: PriceChange & { plan: Plan } };

/** The change of price that a subscription is in; null for none. Those that ask at about the same time share the statements. */
export const readOpenPriceChange: (
  db: Database,
  key: { shopId: bigint; id: bigint },
) => Promise<RowOfChange | null> = shareWork({
  most: FEW_VALUES,
  work: async ({ prisma }: Database, keys: readonly { shopId: bigint; id: bigint }[]) => {
    const rows = await prisma.priceChangeRow.findMany({
      where: {
        shopId: keys[0]?.shopId ?? 0n,
        subscriptionId: { in: keys.map(({ id }) => id) },
        state: { in: ["told", "writing", "written"] },
      },
      include: { change: { include: { plan: true } } },
    });
    const bySubscription = new Map(rows.map((row) => [row.subscriptionId, row]));
    return keys.map(({ id }) => bySubscription.get(id) ?? null);
  },
});

/** Moves a row on, if it is still where the caller has seen it. @returns whether it was. */
export async function moveRow(
  { db, clock }: Pick<ShopContext, "db" | "clock">,
  row: Pick<PriceChangeRow, "shopId" | "priceChangeId" | "subscriptionId" | "state">,
  to: { state: string; note?: string; isTold?: false; stoppedFrom?: string },
): Promise<boolean> {
  const { shopId, priceChangeId, subscriptionId, state } = row;
  const isEnd = ["done", "left", "stopped"].includes(to.state);
  const { count } = await db.prisma.priceChangeRow.updateMany({
    where: { shopId, priceChangeId, subscriptionId, state },
    data: { ...to, endedAt: isEnd ? clock.now() : null },
  });
  return count > 0;
}

/**
 * Writes down that the platform is about to get the new price, before it is called: whoever stops the change knows then that this
 * price may have to be given back. @returns false when the change was stopped, or somebody else has moved the row.
 */
export function beginWriting(
  { db }: Pick<ShopContext, "db">,
  { shopId, priceChangeId, subscriptionId }: PriceChangeRow,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // A stop waits for us, or we see it.
    const live = await tx.$queryRaw<{ found: number }[]>`
      SELECT 1 AS found FROM price_changes WHERE shop_id = ${shopId} AND id = ${priceChangeId} AND stopped_at IS NULL
      FOR SHARE`;
    if (live.length === 0) return false;
    const { count } = await tx.priceChangeRow.updateMany({
      where: { shopId, priceChangeId, subscriptionId, state: "told" },
      data: { state: "writing" },
    });
    return count > 0;
  });
}

/** What the notice of a row is named by in the outbox. */
export function noticeKeyOf(row: Pick<PriceChangeRow, "priceChangeId" | "subscriptionId">): string {
  return `price_change:${row.priceChangeId}:${row.subscriptionId}`;
}

/** What the reminder of a row is named by. */
export function reminderKeyOf(row: Parameters<typeof noticeKeyOf>[0]): string {
  return `${noticeKeyOf(row)}:reminder`;
}
