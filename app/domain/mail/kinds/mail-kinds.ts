import type { z } from "zod";
import { cardExpiringMail } from "./card-expiring.ts";
import { creditGrantedMail } from "./credit-granted.ts";
import type { MailKindModule } from "./mail-kind-module.ts";
import { paymentConfirmMail } from "./payment-confirm.ts";
import { paymentFailedMail } from "./payment-failed.ts";
import { paymentRecoveredMail } from "./payment-recovered.ts";
import { pointsEarnedMail } from "./points-earned.ts";
import { pointsExpiringMail } from "./points-expiring.ts";
import { rewardReadyMail } from "./reward-ready.ts";
import { subscriptionCancelledMail } from "./subscription-cancelled.ts";
import { subscriptionPausedMail } from "./subscription-paused.ts";
import { tierReachedMail } from "./tier-reached.ts";
import { trialEndingMail } from "./trial-ending.ts";
import { upcomingRenewalMail } from "./upcoming-renewal.ts";

/** Every kind of mail, in the order of the settings screen. */
export const MAIL_KINDS = [
  upcomingRenewalMail,
  trialEndingMail,
  paymentFailedMail,
  paymentConfirmMail,
  paymentRecoveredMail,
  cardExpiringMail,
  subscriptionPausedMail,
  subscriptionCancelledMail,
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
