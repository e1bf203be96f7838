import type { BillingAnchor } from "../../platform-billing.ts";
import type { ContractFactsFragment } from "../admin-operations.generated.ts";

type AnchorNode = ContractFactsFragment["billingPolicy"]["anchors"][number];

/** A day on which charges fall, in the product's words. */
export function translateAnchor({ type, day, month }: AnchorNode): BillingAnchor {
  switch (type) {
    case "WEEKDAY":
      return { type: "weekday", day };
    case "MONTHDAY":
      return { type: "monthday", day };
    case "YEARDAY":
      return { type: "yearday", month: month ?? 1, day };
  }
}
