import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import type { CreditAccountState } from "../../ledger/movement.ts";
import { forfeitTimeOf } from "./forfeit-time.ts";
import { readCreditAtStake } from "./read-credit-at-stake.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * What a customer loses next with a contract that is cancelled and has not ended, and the last instant at which they
 * can use it. Null when nothing is to be forfeited.
 */
export async function readPlannedForfeit(
  context: ShopContext,
  customerId: bigint,
): Promise<CreditAccountState["nextExpiry"]> {
  const { shop, clock } = context;
  const now = clock.now();
  for (const subscription of await findEnding(context, customerId)) {
    const { endsAt, cancelledAt } = subscription;
    const goesAt = forfeitTimeOf(endsAt, cancelledAt ?? now, shop.ianaTimezone);
    if (!endsAt || goesAt <= now) continue;
    const { pendingMinor } = await readCreditAtStake(context, subscription, endsAt);
    if (pendingMinor > 0) {
      return { amountMinor: pendingMinor, expiresAt: new Date(goesAt.getTime() - 1) };
    }
  }
  return null;
}

/** A customer's contracts of which the credit goes when they end; those of customers who are asked for together by one statement. */
const findEnding = shareWork({
  most: FEW_VALUES,
  work: async ({ db, shop, clock }: ShopContext, customerIds: readonly bigint[]) => {
    const rows = await db.prisma.subscription.findMany({
      where: {
        shopId: shop.id,
        customerId: { in: [...customerIds] },
        status: "cancelled",
        // Its last day may not be over.
        endsAt: { gt: new Date(clock.now().getTime() - DAY_MS) },
        plan: { creditForfeitOnCancel: true },
      },
      orderBy: { endsAt: "asc" },
    });
    const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
    return customerIds.map((id) => byCustomer.get(id) ?? []);
  },
});
