import type { OwnChangeKind } from "../../events/catalogue.ts";
import type { MailButton, MailLabel } from "../kinds/mail-kind-module.ts";
import type { MailKind } from "../kinds/mail-kinds.ts";

/**
 * What a merchant may say in their own words, with variables: `{{ plan }}`. A blank line begins a new paragraph of the
 * body.
 */
export interface MailWords {
  subject: string;
  heading: string;
  body: string;
}

/** All words of mails in one language. */
export interface MailTexts {
  /** `{{ name }}`: the customer's first name. */
  greeting: string;
  greetingWithoutName: string;
  labels: Readonly<Record<MailLabel, string>>;
  /** An amount to be charged that taxes come on top of. `{{ amount }}`. */
  plusTax: string;
  /** In the place of a day that never comes. */
  never: string;
  /** What a shopper has changed, after the label `changed`. */
  changes: Readonly<Record<OwnChangeKind, string>>;
  /** After the label `withoutAnswer`: what comes of it when a customer does not say whether they agree. */
  silence: Readonly<Record<"keeps" | "cancels", string>>;
  /** For those whose first charges cost less: the new price waits. */
  firstCharges: string;
  /** Why a subscription was canceled whose customer did not answer. */
  noAnswer: string;
  buttons: Readonly<Record<MailButton["label"], string>>;
  /** Where the button's address stands by itself. */
  buttonAlone: string;
  kinds: Readonly<Record<MailKind, MailWords>>;
  /** `{{ store }}`: the store's name. */
  footer: string;
  unsubscribe: string;
  /** The page behind the link for fewer mails. `{{ store }}`. */
  unsubscribePage: Readonly<Record<"title" | "question" | "confirm" | "done", string>>;
  /** The page that asks for consent. `{{ plan }}`, `{{ store }}`, `{{ date }}`. */
  consentPage: Readonly<
    Record<
      | ("title" | "question" | "agree" | "decline" | "cancel")
      | ("agreed" | "declined" | "over" | "stopped" | "canceled"),
      string
    >
  >;
  /** The page behind a link to cancel. `{{ plan }}`, `{{ store }}`. */
  cancelPage: Readonly<Record<"title" | "question" | "confirm" | "done" | "failed", string>>;
}
