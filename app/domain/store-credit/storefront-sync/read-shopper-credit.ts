import { hashJson } from "#app/lib/hash-json.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import type { CreditAccountState } from "../../ledger/movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import {
  type CreditLine,
  listCreditHistoryForShopper,
} from "../customers/list-credit-history-for-shopper.ts";
import { type HoldView, toHoldView } from "../holds/credit-hold.ts";
import { readPlannedForfeit } from "../policies/read-planned-forfeit.ts";

/** All that a shopper is shown of their store credit. */
export interface ShopperCredit {
  account: CreditAccountState;
  hold: HoldView | null;
  lines: CreditLine[];
}

const LINES_SHOWN = 10;

/**
 * A customer's credit as it is at this instant. All zero for one who never had any. What goes with a cancelled contract
 * counts as expiring with that contract's last day.
 */
export async function readShopperCredit(
  context: ShopContext,
  customerId: bigint,
): Promise<ShopperCredit> {
  const [account, forfeit, hold, lines] = await Promise.all([
    readCreditAccount(context, customerId),
    readPlannedForfeit(context, customerId),
    findLiveHold(context, customerId),
    listCreditHistoryForShopper(context, customerId, LINES_SHOWN),
  ]);
  const nextExpiry = earlierOf(account.nextExpiry, forfeit);
  return { account: { ...account, nextExpiry }, hold: hold && toHoldView(hold), lines };
}

/** What a checkout holds of a customer's credit now; those of customers who are asked for together by one statement. */
const findLiveHold = shareWork({
  most: FEW_VALUES,
  work: async ({ db, shop }: ShopContext, customerIds: readonly bigint[]) => {
    const customerId = { in: [...customerIds] };
    const rows = await db.prisma.creditHold.findMany({
      where: { shopId: shop.id, customerId, state: "live", purpose: "checkout" },
    });
    const byCustomer = new Map(rows.map((row) => [row.customerId, row]));
    return customerIds.map((id) => byCustomer.get(id) ?? null);
  },
});

type Expiry = CreditAccountState["nextExpiry"];

function earlierOf(one: Expiry, other: Expiry): Expiry {
  if (!one || !other) return one ?? other;
  return other.expiresAt < one.expiresAt ? other : one;
}

/** A short mark of what a shopper is shown: as long as it stays the same, so does all of that. */
export function revisionOf(
  { shop }: Pick<ShopContext, "shop">,
  { account, hold, lines }: ShopperCredit,
): string {
  const { availableMinor, heldMinor, nextExpiry } = account;
  const shown = [
    ...[shop.currency, shop.ianaTimezone, availableMinor, heldMinor, nextExpiry],
    ...[hold && [hold.code, hold.amountMinor, hold.holdExpiresAt], lines],
  ];
  return hashJson(shown).slice(0, 16);
}
