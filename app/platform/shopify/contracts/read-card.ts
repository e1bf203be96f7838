import type { PlatformCard } from "../../platform-contract.ts";
import type { ContractFactsFragment } from "../admin-operations.generated.ts";

type Instrument = NonNullable<ContractFactsFragment["customerPaymentMethod"]>["instrument"];

/** How the networks write their names; the platform's are in lower case, with underscores. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  american_express: "American Express",
  diners_club: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  maestro: "Maestro",
  master: "Mastercard",
  mastercard: "Mastercard",
  visa: "Visa",
};

/** The card that an instrument charges; Shop Pay keeps one, whose network it does not tell. */
export function readCard(instrument: Instrument): PlatformCard | null {
  switch (instrument?.__typename) {
    case "CustomerCreditCard": {
      const { brand, lastDigits, expiryMonth, expiryYear } = instrument;
      return { brand: BRANDS[brand.toLowerCase()] ?? brand, lastDigits, expiryMonth, expiryYear };
    }
    case "CustomerShopPayAgreement": {
      const { lastDigits, expiryMonth, expiryYear } = instrument;
      return { brand: "Shop Pay", lastDigits, expiryMonth, expiryYear };
    }
    default:
      return null;
  }
}
