import type { ShopContext } from "#app/domain/context.ts";
import { LEDGER_CODES } from "#app/domain/ledger/ledger-codes.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { toJson } from "#app/domain/ledger/post-movement.ts";
import { releaseHoldTask } from "#app/domain/store-credit/credit-jobs.ts";
import { makeCreditCode } from "#app/domain/store-credit/holds/credit-hold.ts";

/** Raises an entry on hold that has no checkout behind it, as the ledger raises those which have. */
export async function raiseHoldEntry(
  context: ShopContext,
  { entryId, customerId }: { entryId: bigint; customerId: bigint },
  toMinor: number,
): Promise<void> {
  const { shop, clock } = context;
  const movement = toJson(context, {
    customerId,
    unit: "money",
    amountMinor: 0,
    typeCode: CREDIT_TYPES.redemption,
    message: "More held",
    onHold: true,
    usedIn: "checkout",
  });
  const to = {
    amount_minor: toMinor,
    release_task: releaseHoldTask.kind,
    release_at: clock.now(),
  };
  await context.db.transaction(async (tx) => {
    const { amountMinor } = await tx.creditEntry.findUniqueOrThrow({
      where: { shopId_id: { shopId: shop.id, id: entryId } },
    });
    const { id } = await tx.creditHold.create({
      data: {
        shopId: shop.id,
        customerId,
        entryId,
        amountMinor: -amountMinor,
        currency: shop.currency,
        state: "live",
        code: makeCreditCode(),
        createdAt: clock.now(),
      },
    });
    await tx.$queryRaw`
      SELECT raise_credit_hold(${shop.id}, ${id}, ${JSON.stringify(movement)}::jsonb, ${JSON.stringify(to)}::jsonb,
        ${LEDGER_CODES}::jsonb)`;
    await tx.creditHold.delete({ where: { shopId_id: { shopId: shop.id, id } } });
    await tx.dueTask.deleteMany({
      where: {
        shopId: shop.id,
        kind: releaseHoldTask.kind,
        payload: { equals: { holdId: String(id) } },
      },
    });
  });
}
