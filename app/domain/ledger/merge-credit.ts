import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { LEDGER_CODES } from "./ledger-codes.ts";
import { CREDIT_TYPES, type CreditUnit } from "./movement.ts";
import { toJson } from "./post-movement.ts";

interface CreditMerge {
  /** Internal ids. */
  goneId: bigint;
  keptId: bigint;
  /** What the histories say of what left, what came and what is held on. */
  words: { out: string; in: string; held: string };
  /** The kind of the task that ends a hold. */
  releaseTask: string;
}

/**
 * Moves all credit and points of a customer to another one by entries on both sides, with what is held, and marks the
 * first as merged: what is posted for them later goes to the other. The totals of both together stay as they were. In
 * the caller's transaction, which holds the store's ledger from here on. Safe to repeat.
 *
 * @returns how much money moved, in minor units of the store's currency.
 */
export async function moveCredit(
  context: Pick<ShopContext, "shop" | "clock" | "actor">,
  tx: Queries,
  { goneId, keptId, words, releaseTask }: CreditMerge,
): Promise<number> {
  const movements = { money: movementsOf("money"), points: movementsOf("points") };
  const [row] = await tx.$queryRaw<{ moved: bigint }[]>`
    SELECT merge_credit(${context.shop.id}, ${goneId}, ${keptId}, ${context.clock.now()},
      ${JSON.stringify(movements)}::jsonb, ${releaseTask}, ${LEDGER_CODES}::jsonb) AS moved`;
  return Number(row?.moved ?? 0n);

  function movementsOf(unit: CreditUnit): object {
    const common = { unit, typeCode: CREDIT_TYPES.adjustment };
    const held = { unit, typeCode: CREDIT_TYPES.redemption, onHold: true, message: words.held };
    // Nobody was given or lost anything: only the customer who stays has news, and no total grows.
    const plain = { counts_as: null };
    return {
      out: {
        ...toJson(context, { ...common, customerId: goneId, amountMinor: -1, message: words.out }),
        ...plain,
        event_kind: null,
      },
      in: {
        ...toJson(context, { ...common, customerId: keptId, amountMinor: 1, message: words.in }),
        ...plain,
      },
      held: toJson(context, { ...held, customerId: keptId, amountMinor: -1 }),
    };
  }
}
