/** A mail's parts in the customer's language, before they are laid out. */
export interface MailContent {
  language: string;
  storeName: string;
  greeting: string;
  heading: string;
  /** The lines of each. */
  paragraphs: string[][];
  facts: [label: string, value: string][];
  button: MailLink | null;
  /** Stands below the button, as a link. */
  otherWay: MailLink | null;
  /** Stands before the button's address. */
  buttonAlone: string;
  footer: string;
  unsubscribe: MailLink | null;
}

interface MailLink {
  label: string;
  url: string;
}
