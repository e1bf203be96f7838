import type { CreditFile } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { DAY_OVER, earliestLastDay } from "../grants/last-day.ts";
import { followLine, NOTHING_TO_TAKE, readAvailableCredit } from "./follow-credit.ts";

interface LeftLine {
  position: number;
  customer_id: bigint;
  amount_minor: bigint;
}

/**
 * Makes a problem of each line whose last day has passed since the file was checked, and of each deduction that has nothing to take
 * without it, and counts the file again. The caller has locked the file, which is not confirmed yet.
 *
 * @returns the file with its new figures; null when no day has passed.
 */
export async function leaveOutOverLines(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  { id: fileId, problemCount }: CreditFile,
): Promise<CreditFile | null> {
  const earliest = earliestLastDay(clock.now(), shop.ianaTimezone);
  const over = await tx.$executeRaw`
    UPDATE credit_file_lines SET problems = ARRAY[${DAY_OVER}]
    WHERE shop_id = ${shop.id} AND file_id = ${fileId} AND outcome IS NULL AND problems = '{}'
      AND expires <> '' AND expires < ${earliest}`;
  if (over === 0) return null;
  const lines = await tx.$queryRaw<LeftLine[]>`
    SELECT position, customer_id, amount_minor FROM credit_file_lines
    WHERE shop_id = ${shop.id} AND file_id = ${fileId} AND outcome IS NULL AND problems = '{}'
    ORDER BY position`;
  const customerIds = [...new Set(lines.map((line) => line.customer_id))];
  const available = await readAvailableCredit(tx, shop.id, customerIds);
  let [given, taken] = [0, 0];
  const idle: number[] = [];
  for (const { position, customer_id, amount_minor } of lines) {
    const moved = followLine(available, customer_id, Number(amount_minor));
    if (moved === null) idle.push(position);
    else if (moved > 0) given += moved;
    else taken += moved;
  }
  await tx.$executeRaw`
    UPDATE credit_file_lines l SET problems = ARRAY[${NOTHING_TO_TAKE}]
    FROM unnest(${idle}::int[]) AS idle (position)
    WHERE l.shop_id = ${shop.id} AND l.file_id = ${fileId} AND l.position = idle.position`;
  return tx.creditFile.update({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
    data: {
      problemCount: problemCount + over + idle.length,
      givenMinor: BigInt(given),
      takenMinor: BigInt(taken),
    },
  });
}
