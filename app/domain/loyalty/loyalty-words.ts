/**
 * How the sentences about rules and rewards write what is in them. The domain says what a rule does; the reader's locale says
 * how an amount and a day look. What is not typed yet is an ellipsis.
 */
export interface LoyaltyWords {
  /** An amount in major units of the store's currency. */
  money(major: number): string;
  /** "1 order", "3,000 orders". */
  count(count: number, one: string, many?: string): string;
  /** A number by itself, with its decimals. */
  number(value: number): string;
  /** A day, `YYYY-MM-DD`. */
  day(date: string): string;
  /** A text that somebody has typed, in quotation marks. */
  quoted(text: string): string;
}
