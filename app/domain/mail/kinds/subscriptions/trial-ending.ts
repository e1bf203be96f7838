import { chargeAheadMail } from "../charge-ahead-mail.ts";

/** A trial becomes a paid subscription soon. */
export const trialEndingMail = chargeAheadMail("trial_ending", {
  label: "firstCharge",
  plan: "Coffee club",
  words: "price",
});
