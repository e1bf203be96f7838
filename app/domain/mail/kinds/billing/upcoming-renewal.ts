import { chargeAheadMail } from "../charge-ahead-mail.ts";

/** A charge is near. */
export const upcomingRenewalMail = chargeAheadMail("upcoming_renewal", {
  label: "nextCharge",
  plan: "Coffee every month",
  words: "to_pay",
});
