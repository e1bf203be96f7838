import type { Anchor } from "#app/lib/anchor.ts";
import type { ChargeErrorCode } from "./platform-charge-error.ts";

export interface PlatformBillingCycle {
  /** Counts from 1, and never starts again. */
  index: number;
  startAt: Date;
  endAt: Date;
  /** When it is to be charged. */
  expectedAt: Date;
  isSkipped: boolean;
  isBilled: boolean;
}

declare const taken: unique symbol;

/** A date on which the platform takes a contract's next charge, as far as it has told: `takenDate` and `askTaken` of the domain make them. */
export type TakenDate = Date & { readonly [taken]: true };

/** A cycle with the attempts to charge it, the newest first. */
export interface AttemptedCycle extends PlatformBillingCycle {
  attempts: PlatformBillingAttempt[];
}

export interface BillingCalendar {
  /** When the contract is to be charged next, and when it was last changed, as the platform dates it. */
  contract: { nextBillingAt: Date | null; updatedAt: Date };
  /** Empty when charges are counted from the first one. */
  anchors: Anchor[];
  cycles: PlatformBillingCycle[];
}

export interface NewCharge {
  idempotencyKey: string;
  cycleIndex: number;
  allowsOverselling: boolean;
  /**
   * What the charge counts as made at, inside its cycle: where deliveries have days of their own, a charge that is late still
   * sends this cycle's. Left out, the present.
   */
  originAt?: Date;
}

export interface PlatformBillingAttempt {
  attemptId: number;
  idempotencyKey: string;
  outcome: ChargeOutcome;
}

/** A billing attempt in an export of all attempts. It does not name items that were out of stock. */
export interface PastCharge extends PlatformBillingAttempt {
  contractId: number;
  createdAt: Date;
}

export type ChargeOutcome =
  | { kind: "pending" }
  /** The customer has to confirm the payment at `url`. */
  | { kind: "action_required"; url: string }
  /** `at` is when it ended, null when that is not said. `order` is null where the platform does not show it. */
  | { kind: "success"; at: Date | null; order: ChargedOrder | null }
  | { kind: "failed"; at: Date | null; code: ChargeErrorCode; missingItems: string[] };

interface ChargedOrder {
  orderId: number;
  /** As people call it, for example `#1042`. */
  name: string;
  amountMinor: number;
  currency: string;
}
