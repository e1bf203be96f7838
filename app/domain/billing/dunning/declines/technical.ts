import { addDays } from "#app/lib/zoned-time.ts";
import { WINDOW_DAYS } from "../retry-cap.ts";
import type { DeclineClass } from "./decline-class.ts";

const SOON_MS = 4 * 3_600_000;
const SOON_TIMES = 2;

const codes = {
  PAYMENT_PROVIDER_ERROR: "The payment provider reported an error.",
  PAYPAL_ERROR_GENERAL: "PayPal reported an error.",
  PROCESSING_ERROR: "The payment could not be processed.",
  TRANSIENT_ERROR: "A temporary error stopped the payment.",
  UNEXPECTED_ERROR: "An unexpected error stopped the payment.",
} satisfies DeclineClass["codes"];

/** Something broke on the way to the bank. It is soon over: after four hours, after four more, then daily. */
export const technical = {
  codes,
  next(situation) {
    const { attempts, last, since, settings, zone, now } = situation;
    const broken = attempts.filter(({ code }) => code in codes).length;
    const due =
      broken <= SOON_TIMES ? new Date(last.at.getTime() + SOON_MS) : addDays(last.at, 1, zone);
    const at = due > now ? due : now;
    if (at > addDays(since, WINDOW_DAYS, zone)) {
      return { kind: "final_action", action: settings.finalAction };
    }
    return { kind: "retry", at };
  },
} satisfies DeclineClass;
