import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import type { RuleInput } from "../rules/rule-input.ts";
import { type DryRunTally, withinTotal } from "./dry-run-figures.ts";

/** What a rule would have given, and how far the counting is. */
export interface DryRun extends DryRunTally {
  id: bigint;
  isDone: boolean;
  /** Why a page had to be begun again; null when none had to. */
  reason: string | null;
  seenCount: number;
  totalCount: number;
  fromAt: Date;
  monthAt: Date;
  toAt: Date;
}

/** @throws AppError not_found, also for one that has made way for newer ones. */
export async function readDryRun(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<DryRun> {
  const row = await db.prisma.loyaltyDryRun.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
  });
  if (!row) {
    throw new AppError("not_found", "This dry run has made way for newer ones. Start it again.");
  }
  const { limits } = row.input as unknown as RuleInput;
  const { month, year } = row as unknown as DryRunTally;
  return {
    ...withinTotal({ month, year }, limits.in_total),
    ...{ id, isDone: row.state === "done", reason: row.reason },
    ...{ seenCount: Number(row.seenCount), totalCount: Number(row.totalCount) },
    ...{ fromAt: row.fromAt, monthAt: row.monthAt, toAt: row.toAt },
  };
}
