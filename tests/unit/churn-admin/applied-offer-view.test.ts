import { expect, test } from "vitest";
import type { AppliedOfferLine } from "#app/domain/churn/reports/applied-offer-line.ts";
import { showAppliedOffer } from "#app/routes/admin/applied-offers/applied-offer-view.ts";
import { formatsOf } from "#app/ui/format.ts";

const line: AppliedOfferLine = {
  id: 1n,
  state: "active",
  source: "api",
  offerId: 2n,
  offerName: "20% off",
  rules: { type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 3 },
  reason: null,
  customer: null,
  contractId: 5001,
  subscriptionId: 3n,
  customerId: null,
  planName: "Club",
  priceMinor: 1500,
  priceWithOfferMinor: 1200,
  currency: "USD",
  cost: { costMinor: 0, isEstimate: false, cyclesLeft: 3 },
  costCurrency: "USD",
  failureReason: null,
  requestedAt: new Date(0),
  acceptedAt: null,
  cancelledAt: null,
  graceEndsAt: null,
  withdrawnAt: null,
};
const costOf = (cost: AppliedOfferLine["cost"]) =>
  showAppliedOffer(
    { ...line, cost },
    { ianaTimezone: "Etc/UTC", currency: "USD" },
    formatsOf("en-US"),
  ).cost;

test("a cost that is counted with prices of before is shown as about so much", () => {
  expect(costOf({ costMinor: 600, isEstimate: true, cyclesLeft: 1 })).toBe("About $6.00");
  expect(costOf({ costMinor: 0, isEstimate: false, cyclesLeft: 3 })).toBe("$0.00");
  expect(costOf({ costMinor: null, isEstimate: false, cyclesLeft: null })).toBe("–");
});
