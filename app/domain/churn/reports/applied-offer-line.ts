import type { Prisma } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { customerName } from "../../customers/customer-name.ts";
import { isReasonAlias, type ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import { type OfferSnapshot, offerSnapshotSchema } from "../offers/churn-offer.ts";
import type { OfferCost } from "../offers/types/offer-type-module.ts";
import { type OfferRules, offerTypeOf } from "../offers/types/offer-types.ts";

export const APPLIED_OFFER_STATES = ["pending", "active", "cancelled", "refused"] as const;
export type AppliedOfferState = (typeof APPLIED_OFFER_STATES)[number];

/** An applied offer as merchants see it in lists, exports and on its own page. */
export interface AppliedOfferLine {
  id: bigint;
  state: AppliedOfferState;
  source: "storefront" | "api" | "admin";
  offerId: bigint;
  /** The offer as it was when it was accepted. */
  offerName: string;
  rules: OfferRules;
  reason: ReasonAlias | null;
  customer: { platformCustomerId: number; name: string; email: string | null } | null;
  contractId: number;
  subscriptionId: bigint;
  /** The internal id; null once the customer is erased. */
  customerId: bigint | null;
  planName: string;
  priceMinor: number;
  priceWithOfferMinor: number;
  currency: string;
  cost: OfferCost;
  /** The cost's own currency: store credit is in the store's, a discount in the contract's. */
  costCurrency: string;
  failureReason: string | null;
  requestedAt: Date;
  acceptedAt: Date | null;
  cancelledAt: Date | null;
  graceEndsAt: Date | null;
  withdrawnAt: Date | null;
}

/** The relations of an applied offer's row that {@link toAppliedOfferLines} needs. */
export const appliedOfferLineInclude = {
  creditGrant: { select: { amountMinor: true, remainingMinor: true } },
  subscription: {
    select: {
      platformContractId: true,
      planName: true,
      customerId: true,
      customer: {
        select: { platformCustomerId: true, firstName: true, lastName: true, email: true },
      },
    },
  },
} satisfies Prisma.AppliedOfferInclude;

export type AppliedOfferRow = Prisma.AppliedOfferGetPayload<{
  include: typeof appliedOfferLineInclude;
}>;

/** Reads rows of `applied_offers`. */
export function toAppliedOfferLines(
  context: Pick<ShopContext, "shop">,
  rows: AppliedOfferRow[],
): AppliedOfferLine[] {
  return rows.map((row) => toLine(row, context.shop.currency));
}

function toLine(row: AppliedOfferRow, shopCurrency: string): AppliedOfferLine {
  const snapshot = offerSnapshotSchema.parse(row.offerSnapshot);
  const { subscription } = row;
  const { customer } = subscription;
  const state = row.state as AppliedOfferState;
  const prices = {
    priceMinor: Number(row.priceMinor),
    priceWithOfferMinor: Number(row.priceWithOfferMinor),
  };
  return {
    id: row.id,
    state,
    source: row.source as AppliedOfferLine["source"],
    offerId: row.offerId,
    offerName: snapshot.name,
    rules: snapshot.rules,
    reason: isReasonAlias(row.reasonAlias) ? row.reasonAlias : null,
    customer: customer && {
      platformCustomerId: Number(customer.platformCustomerId),
      name: customerName(customer) ?? "",
      email: customer.email,
    },
    contractId: Number(subscription.platformContractId),
    subscriptionId: row.subscriptionId,
    customerId: subscription.customerId,
    planName: subscription.planName,
    ...prices,
    currency: row.currency,
    cost: costOf(row, snapshot),
    costCurrency:
      offerTypeOf(snapshot.rules).costsIn === "shop_currency" ? shopCurrency : row.currency,
    failureReason: row.failureReason,
    requestedAt: row.requestedAt,
    acceptedAt: row.acceptedAt,
    cancelledAt: row.cancelledAt,
    graceEndsAt: row.graceEndsAt,
    withdrawnAt: row.withdrawnAt,
  };
}

/** Nothing has been spent while an offer is pending, or once the platform has refused it. */
function costOf(row: AppliedOfferRow, { rules }: OfferSnapshot): OfferCost {
  const { state, reward, creditGrant } = row;
  if ((state !== "active" && state !== "cancelled") || reward === null) {
    return { costMinor: null, isEstimate: false, cyclesLeft: null };
  }
  const type = offerTypeOf(rules);
  return type.cost({
    state,
    reward: type.reward.parse(reward),
    priceMinor: Number(row.priceMinor),
    priceWithOfferMinor: Number(row.priceWithOfferMinor),
    grant: creditGrant && {
      amountMinor: Number(creditGrant.amountMinor),
      remainingMinor: Number(creditGrant.remainingMinor),
    },
    takenBackMinor: Number(row.takenBackMinor),
  });
}
