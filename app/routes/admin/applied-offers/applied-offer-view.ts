import type {
  AppliedOfferLine,
  AppliedOfferState,
} from "#app/domain/churn/reports/applied-offer-line.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { DEFAULT_REASON_TITLES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeRules } from "../churn/offer-types/offer-type-forms.ts";
import { customerUrl } from "../customers/customer-link.tsx";

/** An applied offer in the words of its list and its page. */
export interface AppliedOfferView {
  id: string;
  state: AppliedOfferState;
  /** More about the state: how long the grace lasts, why it was refused. */
  stateNote: string | null;
  offer: string;
  gives: string;
  customer: string;
  contact: string | null;
  customerUrl: string | null;
  contract: string;
  contractUrl: string;
  plan: string;
  reason: string;
  source: string;
  cyclesLeft: string;
  cost: string;
  price: string;
  requested: string;
  accepted: string | null;
  cancelled: string | null;
  withdrawn: string | null;
}

const SOURCES: Readonly<Record<AppliedOfferLine["source"], string>> = {
  storefront: "Storefront",
  api: "Churn API",
  admin: "Admin",
};

export function showAppliedOffer(
  line: AppliedOfferLine,
  shop: Pick<Shop, "ianaTimezone" | "currency">,
  formats: Formats,
): AppliedOfferView {
  const at = (instant: Date | null) => instant && formats.instant(instant, shop.ianaTimezone);
  const { cost, customer } = line;
  return {
    id: String(line.id),
    state: line.state,
    stateNote: stateNote(line, formats, shop.ianaTimezone),
    offer: line.offerName,
    gives: describeRules(line.rules, line.costCurrency, formats),
    customer: customer
      ? customer.name || (customer.email ?? "") || `Customer ${customer.platformCustomerId}`
      : "Erased customer",
    contact: customer?.email ?? null,
    customerUrl: line.customerId === null ? null : customerUrl(line.customerId),
    contract: String(line.contractId),
    contractUrl: `/app/subscriptions/${line.subscriptionId}`,
    plan: line.planName,
    reason: line.reason ? DEFAULT_REASON_TITLES[line.reason] : "None given",
    source: SOURCES[line.source],
    cyclesLeft:
      cost.cyclesLeft === null ? "–" : cost.cyclesLeft === "all" ? "All" : String(cost.cyclesLeft),
    cost: costText(line, formats),
    price: priceText(line, formats),
    requested: formats.instant(line.requestedAt, shop.ianaTimezone),
    accepted: at(line.acceptedAt),
    cancelled: at(line.cancelledAt),
    withdrawn: at(line.withdrawnAt),
  };
}

function costText({ cost, costCurrency }: AppliedOfferLine, formats: Formats): string {
  if (cost.costMinor === null) return "–";
  const amount = formats.money(cost.costMinor, costCurrency);
  return cost.isEstimate ? `About ${amount}` : amount;
}

function priceText(
  { priceMinor, priceWithOfferMinor, currency }: AppliedOfferLine,
  formats: Formats,
): string {
  const before = formats.money(priceMinor, currency);
  if (priceMinor === priceWithOfferMinor) return before;
  return `${formats.money(priceWithOfferMinor, currency)} instead of ${before}`;
}

function stateNote(line: AppliedOfferLine, formats: Formats, zone: string): string | null {
  if (line.state === "pending") return "Waiting for the store's platform";
  if (line.state === "refused") return line.failureReason && `Because ${line.failureReason}`;
  if (line.state !== "cancelled") return null;
  if (line.withdrawnAt) return `Effect ended ${formats.instant(line.withdrawnAt, zone)}`;
  return line.graceEndsAt ? `Effect ends ${formats.instant(line.graceEndsAt, zone)}` : null;
}
