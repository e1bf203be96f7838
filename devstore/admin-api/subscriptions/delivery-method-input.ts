import type { UserError } from "#devstore/admin-api/admin-context.ts";
import type { DevAddress } from "#devstore/state/customer.ts";
import { draftError } from "./draft-errors.ts";

interface AddressInput {
  firstName?: string | null;
  lastName?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  zip?: string | null;
  provinceCode?: string | null;
  countryCode?: string | null;
}

export interface DeliveryMethodInput {
  shipping?: { address?: AddressInput | null } | null;
  localDelivery?: unknown;
  pickup?: unknown;
}

const FIELD = ["input", "contract", "deliveryMethod"];

/** Where a new contract's goods are shipped to; null when nothing is said. */
export function shippingAddressOf(
  input: DeliveryMethodInput | null | undefined,
): DevAddress | null | UserError {
  if (input == null) return null;
  if (input.localDelivery != null || input.pickup != null) {
    return draftError(
      FIELD,
      "INVALID",
      "Local delivery and pickup are not available in the development store",
    );
  }
  const address = input.shipping?.address;
  if (address == null) return null;
  for (const name of ["lastName", "address1", "city", "countryCode"] as const) {
    if ((address[name] ?? "").trim() === "") {
      return draftError([...FIELD, "shipping", "address", name], "BLANK", `${name} can't be blank`);
    }
  }
  const countryCode = address.countryCode ?? "";
  return {
    firstName: address.firstName ?? "",
    lastName: address.lastName ?? "",
    address1: address.address1 ?? "",
    city: address.city ?? "",
    zip: address.zip ?? "",
    province: address.provinceCode ?? null,
    provinceCode: address.provinceCode ?? null,
    country: countryCode,
    countryCode,
  };
}
