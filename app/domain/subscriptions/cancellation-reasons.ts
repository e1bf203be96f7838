/** The closed set of reasons (contract, section 4.7), in the order in which a new store gets them. */
export const REASON_ALIASES = [
  "too_expensive",
  "not_using_enough",
  "enough_items",
  "not_need_subscription",
  "not_found_products",
  "order_issues",
  "technical_issues",
  "use_another_service",
  "other",
] as const;

export type ReasonAlias = (typeof REASON_ALIASES)[number];

/** The English label of each alias, as the contract has it. Used wherever a merchant has set no title. */
export const DEFAULT_REASON_TITLES: Readonly<Record<ReasonAlias, string>> = {
  technical_issues: "I'm having technical problems",
  enough_items: "I have enough items",
  too_expensive: "It's too expensive",
  not_need_subscription: "I don't need a subscription",
  not_using_enough: "I don't use it enough",
  not_found_products: "I couldn't find the products I liked",
  order_issues: "Problems with my order",
  use_another_service: "I'm using another service",
  other: "Other",
};

export function isReasonAlias(value: unknown): value is ReasonAlias {
  return typeof value === "string" && (REASON_ALIASES as readonly string[]).includes(value);
}

/** What a shopper is shown beside a reason: the shop's contact address, or a help page. */
export type ReasonHelp = { kind: "contact" } | { kind: "help"; url: string };

/** A cancellation reason as merchants manage it. */
export interface CancellationReason {
  id: bigint;
  alias: ReasonAlias;
  /** Null: the default label of the alias, translated on the storefront. */
  title: string | null;
  description: string | null;
  help: ReasonHelp | null;
  /** Ascending order on every list. */
  position: number;
  active: boolean;
}
