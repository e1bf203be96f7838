import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { readCreditAccount } from "../ledger/read-account.ts";
import { refuse } from "../refusals/refuse.ts";
import { setRenewalChoice } from "../store-credit/renewals/renewal-choice.ts";
import { recordOwnChange } from "./record-own-change.ts";

export interface RenewalCredit {
  paysRenewals: boolean;
  /** Minor units of the store's currency, which is the subscription's. */
  availableMinor: number;
}

/** Null where credit cannot pay this subscription, and where there is none to pay with and the choice was never made. */
export async function readRenewalCredit(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  { shopId, customerId, status, currency }: Subscription,
): Promise<RenewalCredit | null> {
  if (customerId === null || status === "cancelled" || currency !== context.shop.currency) {
    return null;
  }
  const customer = await context.db.prisma.customer.findUnique({
    where: { shopId_id: { shopId, id: customerId } },
    select: { paysRenewalsWithCredit: true },
  });
  if (!customer) return null;
  const paysRenewals = customer.paysRenewalsWithCredit;
  const { availableMinor } = await readCreditAccount(context, customerId);
  return paysRenewals || availableMinor > 0 ? { paysRenewals, availableMinor } : null;
}

/**
 * The owner of a subscription lets credit pay renewals, or no longer: of all their subscriptions, as the choice is theirs.
 *
 * @throws AppError change_refused.
 */
export async function chooseRenewalCredit(
  context: ShopContext,
  subscription: Subscription,
  isWanted: boolean,
): Promise<void> {
  const { customerId } = subscription;
  if (customerId === null || subscription.status === "cancelled") {
    throw refuse("ended");
  }
  await setRenewalChoice(context, customerId, isWanted, (tx) =>
    recordOwnChange(context, tx, subscription, {
      change: isWanted ? "credit_on" : "credit_off",
      ...{ line_title: null, from: null, to: null },
    }),
  );
}
