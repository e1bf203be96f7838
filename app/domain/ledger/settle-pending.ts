import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { LEDGER_CODES } from "./ledger-codes.ts";
import type { CreditUnit } from "./movement.ts";
import { toJson } from "./post-movement.ts";

/**
 * Lets pending entries count from now on. They belong to one cause, and take back no more than they give. Entries that
 * are not pending any more are left alone, so it is safe to repeat.
 *
 * @param expiresAt when what they gave ends; null never.
 * @returns what counts now, and null when nothing was pending.
 */
export async function settlePendingCredit(
  context: Pick<ShopContext, "shop" | "clock" | "actor">,
  tx: Queries,
  {
    entryIds,
    unit,
    expiresAt,
  }: { entryIds: readonly bigint[]; unit: CreditUnit; expiresAt: Date | null },
): Promise<number | null> {
  const movement = toJson(context, {
    // Customer, type and words are those of the entries.
    ...{ customerId: 0n, typeCode: 8, message: "" },
    unit,
    amountMinor: 1,
    parts: [{ amountMinor: 1, expiresAt }],
  });
  const [row] = await tx.$queryRaw<{ sum: bigint | null }[]>`
    SELECT settle_pending_credit(${context.shop.id}, ${JSON.stringify(movement)}::jsonb, ${[...entryIds]}::bigint[],
      ${LEDGER_CODES}::jsonb) AS sum`;
  return row?.sum == null ? null : Number(row.sum);
}
