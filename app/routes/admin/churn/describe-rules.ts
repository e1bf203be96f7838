import type { OfferRules } from "#app/domain/churn/offers/offer-rules.ts";
import { countOf } from "#app/ui/format.ts";

/** What an offer gives, in one line: "20% off for 3 renewals". */
export function describeRules(rules: OfferRules, currency: string): string {
  switch (rules.type) {
    case "discount_price": {
      const off =
        rules.discount_type === "percentage"
          ? `${rules.discount_value}% off`
          : `${amount(rules.discount_value, currency)} off`;
      return rules.cycles === null
        ? `${off} all renewals`
        : `${off} for ${countOf(rules.cycles, "renewal")}`;
    }
    case "change_frequency":
      return rules.interval_count === 1
        ? `Every ${rules.interval_name}`
        : `Every ${countOf(rules.interval_count, rules.interval_name)}`;
    case "add_store_credits": {
      const credit = `${amount(Number(rules.credit_amount), currency)} store credit`;
      return rules.expires_in_days === null
        ? credit
        : `${credit}, expires after ${countOf(rules.expires_in_days, "day")}`;
    }
  }
}

function amount(units: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(units);
}
