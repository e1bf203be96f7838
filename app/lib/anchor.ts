/**
 * A calendar day on which charges fall, as the platform's selling plans name it. A month that is too short gives its last day. The
 * platform's cutoff days only decide a contract's first date, which it reports itself.
 */
export type Anchor =
  /** 1 is Monday, 7 is Sunday. */
  | { type: "weekday"; day: number }
  | { type: "monthday"; day: number }
  | { type: "yearday"; month: number; day: number };

/** A day as the platform writes it, in the product's words. */
export function anchorOf({
  type,
  day,
  month,
}: {
  type: "WEEKDAY" | "MONTHDAY" | "YEARDAY";
  day: number;
  month?: number | null | undefined;
}): Anchor {
  switch (type) {
    case "WEEKDAY":
      return { type: "weekday", day };
    case "MONTHDAY":
      return { type: "monthday", day };
    case "YEARDAY":
      return { type: "yearday", month: month ?? 1, day };
  }
}
