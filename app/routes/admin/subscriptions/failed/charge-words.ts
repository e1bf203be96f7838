import type { ChargeAnswer } from "./charge-answer.ts";

/** How a charge went, as a toast says it. */
export const CHARGE_WORDS: Readonly<Record<ChargeAnswer["outcome"], string>> = {
  charged: "The payment went through",
  charging: "The charge is under way",
  charge_failed: "The charge failed again",
};
