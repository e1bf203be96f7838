import type { z } from "zod";
import { cardExpiringMail } from "./billing/card-expiring.ts";
import { paymentConfirmMail } from "./billing/payment-confirm.ts";
import { paymentFailedMail } from "./billing/payment-failed.ts";
import { paymentRecoveredMail } from "./billing/payment-recovered.ts";
import {
  priceChangeMail,
  priceConsentMail,
  priceLoweredMail,
  priceReminderMail,
  termsChangeMail,
} from "./billing/price-change.ts";
import { priceKeptMail, termsKeptMail } from "./billing/price-kept.ts";
import { upcomingRenewalMail } from "./billing/upcoming-renewal.ts";
import type { MailKindModule } from "./mail-kind-module.ts";
import { creditGrantedMail } from "./rewards/credit-granted.ts";
import { pointsEarnedMail } from "./rewards/points-earned.ts";
import { pointsExpiringMail } from "./rewards/points-expiring.ts";
import { rewardReadyMail } from "./rewards/reward-ready.ts";
import { tierReachedMail } from "./rewards/tier-reached.ts";
import { subscriptionCancelledMail } from "./subscriptions/subscription-cancelled.ts";
import { subscriptionChangedMail } from "./subscriptions/subscription-changed.ts";
import { subscriptionPausedMail } from "./subscriptions/subscription-paused.ts";
import { subscriptionResumedMail } from "./subscriptions/subscription-resumed.ts";
import { trialEndingMail } from "./subscriptions/trial-ending.ts";
import { withdrawalReceiptMail } from "./subscriptions/withdrawal-receipt.ts";

/** Every kind of mail, in the order of the settings screen. */
export const MAIL_KINDS = [
  upcomingRenewalMail,
  trialEndingMail,
  paymentFailedMail,
  paymentConfirmMail,
  paymentRecoveredMail,
  cardExpiringMail,
  priceChangeMail,
  priceLoweredMail,
  priceConsentMail,
  priceReminderMail,
  termsChangeMail,
  priceKeptMail,
  termsKeptMail,
  subscriptionChangedMail,
  subscriptionPausedMail,
  subscriptionResumedMail,
  subscriptionCancelledMail,
  withdrawalReceiptMail,
  creditGrantedMail,
  pointsEarnedMail,
  rewardReadyMail,
  tierReachedMail,
  pointsExpiringMail,
] as const;

type Kinds = (typeof MAIL_KINDS)[number];

export type MailKind = Kinds["kind"];

/** What a mail of this kind is told. */
export type MailData<K extends MailKind> = z.output<Extract<Kinds, { kind: K }>["data"]>;

/** The module of a kind. @throws RangeError for a kind that this version does not know. */
export function mailKindOf(kind: string): MailKindModule<MailKind> {
  const found = MAIL_KINDS.find((one) => one.kind === kind);
  if (!found) throw new RangeError(`There is no kind of mail named ${kind}.`);
  // Its data and its variables are its own; whoever asks by name passes on what was checked by its schema.
  return found as unknown as MailKindModule<MailKind>;
}
