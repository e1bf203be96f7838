import type { LoyaltyAction } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../../context.ts";
import { noteFactsIn } from "../note-facts.ts";
import { whatCounts } from "./what-counts.ts";

/** An action as another system reports it. */
interface ReportedAction {
  customerId: bigint;
  /** What it was; see {@link whatCounts}. */
  actionKey: string;
  /** Names the event in the other system: once more is the same event. */
  eventId: string;
  /** What the order of a friend came to, in minor units of the store's currency; null when it is not said, and of anything else. */
  orderMinor: number | null;
}

/**
 * Writes down what another system reports of a customer, once an event. It counts from now: the time of the report.
 *
 * @returns the action as it was reported first, and whether this report is a repeated one.
 * @throws AppError invalid_input, and idempotency_conflict for an event that was reported of another customer or as another
 *   action.
 */
export async function recordAction(
  context: ShopContext,
  { customerId, actionKey, eventId, orderMinor }: ReportedAction,
): Promise<{ action: LoyaltyAction; isRepeated: boolean }> {
  const { db, shop, clock } = context;
  const counted = whatCounts(actionKey, eventId, orderMinor);
  if (!counted) throw wrongField("actionKey", "Name the network: social:<network>.");
  return db.transaction(async (tx) => {
    const at = clock.now();
    // First, because it takes the customer's lock: two reports of one event come after one another.
    await noteFactsIn(context, tx, customerId, [{ ...counted.fact, at }]);
    const { count } = await tx.loyaltyAction.createMany({
      data: [{ shopId: shop.id, eventId, customerId, actionKey, orderMinor, createdAt: at }],
      skipDuplicates: true,
    });
    const action = await tx.loyaltyAction.findUniqueOrThrow({
      where: { shopId_eventId: { shopId: shop.id, eventId } },
    });
    const isSame = action.customerId === customerId && action.actionKey === actionKey;
    if (!isSame || action.orderMinor !== (orderMinor === null ? null : BigInt(orderMinor))) {
      throw new AppError(
        "idempotency_conflict",
        "This event_id was reported of another customer, as another action, or with another amount.",
      );
    }
    return { action, isRepeated: count === 0 };
  });
}
