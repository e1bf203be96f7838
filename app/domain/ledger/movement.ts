/** What the ledger counts: money in the store's currency, or loyalty points. */
export type CreditUnit = "money" | "points";

/** Why credit moved, as the Data API numbers it in a ledger row's `type`. */
export const CREDIT_TYPES = {
  membership: 1,
  redemption: 2,
  redemptionReturned: 3,
  adjustment: 4,
  reconciled: 5,
  forfeit: 6,
  expired: 7,
  loyaltyReward: 8,
  retentionOffer: 9,
  dispute: 10,
  promotion: 11,
  /** Taken back because its order was refunded. */
  takenBack: 12,
} as const;

export type CreditTypeCode = (typeof CREDIT_TYPES)[keyof typeof CREDIT_TYPES];

/** What is asked of the ledger: one movement on one customer's account. Amounts in minor units, or in points. */
export interface CreditMovement {
  customerId: bigint;
  unit: CreditUnit;
  /** Above zero gives. Below zero takes as much of it as there is, soonest-expiring grants first. */
  amountMinor: number;
  typeCode: CreditTypeCode;
  /** A sentence for the customer's history. */
  message: string;
  /** The reason given by whoever requested it. */
  reason?: string | null;
  /** How an addition is split into grants, each with its own expiry; absent: one grant that never expires. */
  parts?: { amountMinor: number; expiresAt: Date | null }[];
  /** The plan that gives it. */
  planId?: bigint | null;
  /** Takes from this grant alone. */
  grantId?: bigint;
  /** Takes it as a hold, to be settled later. */
  onHold?: boolean;
  /** It counts only when it is settled: points of an order that may still be sent back. Takes no more than is pending. */
  isPending?: boolean;
  /** What is more than there is becomes a debt, which the next credit pays. */
  mayOwe?: boolean;
  orderGid?: string | null;
  orderName?: string | null;
  /** Where it was spent. */
  usedIn?: string | null;
  /** Names the movement's one cause: a second movement with the same one is not made. */
  sourceKey?: string;
  /** Of the request that asks for it. Remembered for 24 hours of machine time. */
  idempotency?: { key: string; inputHash: string };
}

/** An account after a movement, or as it is read. Minor units, or points. */
export interface CreditAccountState {
  /** What can be spent. */
  availableMinor: number;
  /** What checkouts have reserved; no part of the available. */
  heldMinor: number;
  /** All that was ever given. */
  issuedMinor: number;
  /** All that was ever spent on orders, less what came back. */
  usedMinor: number;
  /** What counts later; no part of the available. */
  pendingMinor: number;
  /** What was taken back after it was spent. */
  owedMinor: number;
  nextExpiry: { amountMinor: number; expiresAt: Date } | null;
  /** Null when there never was a movement. */
  updatedAt: Date | null;
}

export type CreditPosting =
  | {
      /** `replayed`: the answer to the earlier request with this idempotency key; nothing moved now. */
      outcome: "posted" | "replayed";
      entryId: bigint;
      /** The grant that was made, the last one of several; null when credit was taken. */
      grantId: bigint | null;
      /** What moved: of a deduction no more than there was. */
      amountMinor: number;
      at: Date;
      account: CreditAccountState;
    }
  | {
      outcome:
        | /** A movement with this source key was made before. */ "repeated"
        | /** There was nothing to take. */ "nothing"
        | /** The balance would pass what can be counted exactly. */ "too_much"
        | /** The idempotency key came with another input before. */ "conflict";
    };
