import type { AppError } from "#app/lib/app-error.ts";
import type { PlatformFailure } from "#app/platform/platform-failure.ts";
import type { RefusalReason } from "../../refusals/refusal-reasons.ts";
import { refuse, refuseField } from "../../refusals/refuse.ts";

/** What the platform's codes for a change of a contract mean to the one who wished it. */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  HAS_FUTURE_EDITS: "delivery_arranged",
  BILLING_CYCLE_PRESENT: "delivery_arranged",
  BILLING_CYCLE_ABSENT: "delivery_gone",
  INVALID_BILLING_DATE: "date_gone",
  CYCLE_START_DATE_OUT_OF_RANGE: "date_gone",
  CYCLE_INDEX_OUT_OF_RANGE: "date_gone",
  UPCOMING_CYCLE_LIMIT_EXCEEDED: "date_too_far",
  DELIVERY_MUST_BE_MULTIPLE_OF_BILLING: "prepaid_frequency",
  SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES: "runtime_frequency",
  DELIVERY_METHOD_REQUIRED: "address_needed",
  MISSING_LOCAL_DELIVERY_OPTIONS: "not_shipped",
  MISSING_CUSTOMER_PAYMENT_METHOD: "payment_needed",
  CUSTOMER_DOES_NOT_EXIST: "owner_unknown",
  CUSTOMER_MISMATCH: "payment_of_other",
  CUSTOMER_REDACTED: "owner_erased",
  CURRENCY_NOT_ENABLED: "currency_gone",
  INVALID_LINES: "product_gone",
  NO_ENTITLED_LINES: "discount_lost",
  TOO_MANY_LINES: "lines_full",
  TOO_MANY_DISCOUNTS: "discounts_full",
  COMMITTED: "contract_changed",
  STALE_CONTRACT: "contract_changed",
};

/** The part of the platform's input that a shopper has filled in, as the interface calls it. */
const FIELDS: Readonly<Record<string, [field: string, reason: RefusalReason]>> = {
  firstName: ["address.first_name", "first_name_wrong"],
  lastName: ["address.last_name", "last_name_wrong"],
  company: ["address.company", "company_wrong"],
  address1: ["address.address1", "address1_wrong"],
  address2: ["address.address2", "address2_wrong"],
  city: ["address.city", "city_wrong"],
  zip: ["address.zip", "zip_wrong"],
  provinceCode: ["address.province_code", "province_wrong"],
  countryCode: ["address.country_code", "country_wrong"],
  phone: ["address.phone", "phone_wrong"],
  quantity: ["quantity", "quantity_wrong"],
  productVariantId: ["variant_id", "variant_gone"],
  sellingPlanId: ["plan_id", "plan_gone"],
};

/** A refusal of the platform as its owner is told: what to do, and in which field where it names one. Nothing was changed. */
export function explainRefusal({ platformCode, field }: PlatformFailure): AppError {
  const known = FIELDS[field?.at(-1) ?? ""];
  return known ? refuseField(...known) : refuse(REASONS[platformCode ?? ""] ?? "not_taken");
}
