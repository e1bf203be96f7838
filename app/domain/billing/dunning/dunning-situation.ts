import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";
import type { DunningSettings, FinalAction } from "./dunning-settings.ts";

/** An attempt to charge a billing cycle that has failed. */
export interface FailedAttempt {
  /** What the customer has changed since was not charged: an attempt may wait for days until it fails. */
  begunAt: Date;
  at: Date;
  code: ChargeErrorCode;
  /** What was to be charged is in this one. */
  currency: string;
  /** The store's on the platform at that time, where that is why it failed. */
  storeCurrency: string | null;
  /** Titles of the items that were out of stock; empty for other failures. */
  missingItems: readonly string[];
  /** Whether items could be sold that were out of stock. */
  allowedOverselling: boolean;
}

/** All that the next step for an unpaid billing cycle depends on. */
export interface DunningSituation {
  /** Failed attempts of this cycle, oldest first; at least one, none after `now`. */
  attempts: readonly FailedAttempt[];
  /** When the present payment method was charged, whichever cycle or subscription it was for, this one included. */
  attemptsOnMethod: readonly Date[];
  /** When the customer last changed them; null for never. */
  paymentMethodChangedAt: Date | null;
  deliveryAddressChangedAt: Date | null;
  /** The latest attempt failed because of the store's currency, which is in the way no more. */
  isCurrencyBack: boolean;
  settings: DunningSettings;
  /** IANA zone of the store. */
  zone: string;
  now: Date;
}

export type DunningStep =
  /** Charge again, never before `now`; items may be oversold if the settings say so. */
  | { kind: "retry"; at: Date }
  /** Ask the customer for another payment method. Ask for the next step when it changes, or at `until`. */
  | { kind: "wait_for_payment_method"; until: Date }
  /** Send the customer a message that says what to do. Ask for the next step when it is done, or at `until`. */
  | { kind: "message_customer"; request: "confirm_payment" | "correct_address"; until: Date }
  /** Nothing more by itself: tell the merchant. Where it stops for the store's currency, it goes on when that is set back. */
  | { kind: "stop"; awaits?: "currency" }
  /** Dunning has ended without a payment. */
  | { kind: "final_action"; action: FinalAction };

/** What a class of errors decides upon: the latest attempt failed with one of its codes. */
export interface ClassSituation extends DunningSituation {
  last: FailedAttempt;
  /** When an attempt of this cycle first failed with a code of the class: its days count from there. */
  since: Date;
}
