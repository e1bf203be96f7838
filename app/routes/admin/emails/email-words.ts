import type { MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import type { MailState } from "#app/domain/mail/outbox/list-mails.ts";
import type { MailLanguage } from "#app/domain/mail/texts/languages.ts";

/** What a merchant calls each kind, and when it is sent. */
export const KIND_WORDS: Readonly<Record<MailKind, { name: string; sent: string }>> = {
  upcoming_renewal: {
    name: "Upcoming renewal",
    sent: "Before a charge. Some countries require it.",
  },
  trial_ending: { name: "Trial ending", sent: "Before a trial becomes a paid subscription." },
  payment_failed: {
    name: "Payment failed",
    sent: "After a failed charge, with a link to update the payment method.",
  },
  payment_confirm: {
    name: "Payment to confirm",
    sent: "When the customer's bank asks for a confirmation (3-D Secure).",
  },
  payment_recovered: {
    name: "Payment recovered",
    sent: "When a charge that had failed goes through.",
  },
  card_expiring: { name: "Card expiring", sent: "Before the card of a subscription expires." },
  price_change: {
    name: "Price change",
    sent: "Before subscribers of a plan pay more. It cannot be switched off: without it nobody pays more.",
  },
  price_lowered: {
    name: "Lower price",
    sent: "Before subscribers of a plan pay less, where nothing else changes. It cannot be switched off.",
  },
  price_consent: {
    name: "Consent to a change",
    sent: "When a change of price or terms asks subscribers whether they agree. It cannot be switched off.",
  },
  price_reminder: {
    name: "Consent: reminder",
    sent: "A week before the day of the change, to those who have not answered. It cannot be switched off.",
  },
  terms_change: {
    name: "Terms change",
    sent: "Before the terms of a plan change for its subscribers and the price stays. It cannot be switched off.",
  },
  terms_kept: {
    name: "Terms change stopped",
    sent: "When a change of terms that customers were told of is stopped. It cannot be switched off.",
  },
  price_kept: {
    name: "Price change stopped",
    sent: "When a price change that customers were told of is stopped. It cannot be switched off.",
  },
  subscription_changed: {
    name: "Subscription changed",
    sent: "The receipt of a change that a customer has made: a skipped or moved charge, another frequency, quantity, variant or address, or one that was started again.",
  },
  subscription_paused: { name: "Subscription paused", sent: "When a subscription is paused." },
  subscription_resumed: {
    name: "Subscription resumed",
    sent: "When a pause ends, with the date and amount of the next charge.",
  },
  withdrawal_receipt: {
    name: "Withdrawal received",
    sent: "When a customer withdraws from a contract: the confirmation that the law asks for. It cannot be switched off.",
  },
  subscription_cancelled: {
    name: "Subscription canceled",
    sent: "The receipt of a cancellation: until when it is paid, and what happens to credit.",
  },
  credit_granted: {
    name: "Store credit received",
    sent: "When you or an offer gives one customer credit. Customers may unsubscribe.",
  },
  points_earned: {
    name: "Points earned",
    sent: "When a loyalty rule gives points. Customers may unsubscribe.",
  },
  reward_ready: {
    name: "Reward ready",
    sent: "When a loyalty reward has become a code. Customers may unsubscribe.",
  },
  tier_reached: {
    name: "Tier reached",
    sent: "When a customer goes up to a loyalty tier. Customers may unsubscribe.",
  },
  points_expiring: {
    name: "Points expiring",
    sent: "A month before points expire. Customers may unsubscribe.",
  },
};

export const LANGUAGE_NAMES: Readonly<Record<MailLanguage, string>> = {
  en: "English",
  de: "German",
  es: "Spanish",
  fr: "French",
  ja: "Japanese",
};

export const STATE_BADGES: Readonly<
  Record<MailState, { label: string; tone?: "success" | "critical" | "warning" | "info" }>
> = {
  queued: { label: "Waiting", tone: "info" },
  sending: { label: "Sending", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Not sent", tone: "critical" },
  suppressed: { label: "Held back" },
  unknown: { label: "Unknown", tone: "warning" },
};
