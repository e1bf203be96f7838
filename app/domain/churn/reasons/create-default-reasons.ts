import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import { usualAmountMinor } from "#app/lib/usual-amount.ts";
import type { ShopContext } from "../../context.ts";
import {
  REASON_ALIASES,
  type ReasonAlias,
  type ReasonHelp,
} from "../../subscriptions/cancellation-reasons.ts";
import type { OfferRules } from "../offers/types/offer-types.ts";

type DefaultOffer = "discount" | "frequency" | "credit";

/** Which offer and help a reason starts with; reasons that are not named start with none. */
const DEFAULT_ANSWERS: Partial<Record<ReasonAlias, { offer?: DefaultOffer; help?: ReasonHelp }>> = {
  too_expensive: { offer: "discount" },
  enough_items: { offer: "frequency" },
  not_using_enough: { offer: "frequency" },
  order_issues: { offer: "credit", help: { kind: "contact" } },
  // Addresses that every store of the platform has from its first day.
  technical_issues: { help: { kind: "help", url: "/pages/contact" } },
  not_found_products: { help: { kind: "help", url: "/collections/all" } },
};

/**
 * Gives a new store the closed set of reasons and one offer of each type, all switched on, so that the
 * cancel flow works before the merchant has touched anything. A store that has reasons, as after a
 * second installation, is left as its merchant made it.
 */
export async function createDefaultReasons(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
): Promise<void> {
  const shopId = context.shop.id;
  if ((await tx.cancellationReason.count({ where: { shopId } })) > 0) return;
  const now = context.clock.now();
  const offerIds = new Map<DefaultOffer, bigint>();
  for (const [kind, offer] of Object.entries(defaultOffers(context.shop.currency))) {
    const row = await tx.churnOffer.create({
      data: { shopId, ...offer, type: offer.rules.type, createdAt: now, updatedAt: now },
      select: { id: true },
    });
    offerIds.set(kind as DefaultOffer, row.id);
  }
  for (const [index, alias] of REASON_ALIASES.entries()) {
    const { help, offer } = DEFAULT_ANSWERS[alias] ?? {};
    const reason = await tx.cancellationReason.create({
      data: {
        shopId,
        alias,
        helpKind: help?.kind ?? null,
        helpUrl: help?.kind === "help" ? help.url : null,
        position: index + 1,
        createdAt: now,
        updatedAt: now,
      },
      select: { id: true },
    });
    const offerId = offer && offerIds.get(offer);
    if (!offerId) continue;
    await tx.cancellationReasonOffer.create({
      data: { shopId, reasonId: reason.id, offerId, position: 0 },
    });
  }
}

// The terms of an offer are worded by the storefront, in each shopper's language; a description would be
// in one language only.
function defaultOffers(
  currency: string,
): Record<
  DefaultOffer,
  { name: string; description: string; rules: OfferRules; oncePerCustomerMonths: number }
> {
  // About the price of a coffee or two.
  const creditAmount = formatMinor(usualAmountMinor(10, currency), currency).replace(
    /(\.\d\d)\d+$/,
    "$1",
  );
  return {
    discount: {
      name: "20% off",
      description: "",
      rules: { type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 3 },
      oncePerCustomerMonths: 12,
    },
    frequency: {
      name: "Every 2 months",
      description: "",
      rules: { type: "change_frequency", interval_count: 2, interval_name: "month" },
      oncePerCustomerMonths: 12,
    },
    credit: {
      name: "Store credit",
      description: "",
      rules: { type: "add_store_credits", credit_amount: creditAmount, expires_in_days: 365 },
      oncePerCustomerMonths: 12,
    },
  };
}
