import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";

/** The ledger's types in the merchant's words. */
const TYPE_NAMES: Readonly<Record<number, string>> = {
  [CREDIT_TYPES.membership]: "Membership credit",
  [CREDIT_TYPES.redemption]: "Used for orders",
  [CREDIT_TYPES.redemptionReturned]: "Returned from orders",
  [CREDIT_TYPES.adjustment]: "Manual adjustment",
  [CREDIT_TYPES.reconciled]: "Reconciled",
  [CREDIT_TYPES.forfeit]: "Forfeited",
  [CREDIT_TYPES.expired]: "Expired",
  [CREDIT_TYPES.loyaltyReward]: "Loyalty reward",
  [CREDIT_TYPES.retentionOffer]: "Retention offer",
  [CREDIT_TYPES.dispute]: "Dispute",
  [CREDIT_TYPES.promotion]: "Promotion",
  [CREDIT_TYPES.takenBack]: "Taken back for a refund",
};

export function creditTypeName(typeCode: number): string {
  return TYPE_NAMES[typeCode] ?? `Type ${typeCode}`;
}

/** A customer's name, or the best there is instead. */
export function customerTitle(customer: {
  name: string;
  email: string | null;
  platformCustomerId: number;
  isErased: boolean;
}): string {
  if (customer.isErased) return `Erased customer ${customer.platformCustomerId}`;
  return customer.name || customer.email || `Customer ${customer.platformCustomerId}`;
}
