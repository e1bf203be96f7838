import type { ContractAddress } from "#app/platform/platform-terms.ts";
import type { RefusalReason } from "../../refusals/refusal-reasons.ts";
import { refuseFields } from "../../refusals/refuse.ts";
import { COUNTRY_CODES } from "./country-codes.ts";

const NEEDED = {
  lastName: ["last_name", "last_name_needed"],
  address1: ["address1", "address1_needed"],
  city: ["city", "city_needed"],
} as const;

/** @throws AppError invalid_input, for all fields that are missing or wrong. */
export function assertAddress(address: ContractAddress): void {
  const wrong: Record<string, RefusalReason> = {};
  for (const [name, [field, reason]] of Object.entries(NEEDED)) {
    if (address[name as keyof typeof NEEDED].trim() === "") wrong[`address.${field}`] = reason;
  }
  if (!COUNTRY_CODES.includes(address.countryCode)) {
    wrong["address.country_code"] = "country_needed";
  }
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
}
