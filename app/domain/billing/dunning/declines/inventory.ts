import { nextMorning, retryMornings } from "../retry-mornings.ts";
import type { DeclineClass } from "./decline-class.ts";

const codes = {
  INSUFFICIENT_INVENTORY: "There was not enough stock.",
  INVENTORY_ALLOCATIONS_NOT_FOUND: "No location had the items in stock.",
} satisfies DeclineClass["codes"];

/** Stock was missing, which is no fault of the customer's. It has separate retry days and a separate final action. */
export const inventory = {
  codes,
  describe({ code, missingItems }) {
    const what = codes[code as keyof typeof codes];
    return missingItems.length === 0 ? what : `${what} Missing: ${missingItems.join(", ")}.`;
  },
  next(situation) {
    const { retryDays, finalAction, oversell } = situation.settings.inventory;
    if (oversell && !situation.last.allowedOverselling) {
      return { kind: "retry", at: situation.now };
    }
    const at = nextMorning(situation, retryMornings(situation, retryDays));
    return at ? { kind: "retry", at } : { kind: "final_action", action: finalAction };
  },
} satisfies DeclineClass;
