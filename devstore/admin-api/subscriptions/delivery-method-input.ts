import type { UserError } from "#devstore/admin-api/admin-context.ts";
import type { ShippingOption } from "#devstore/state/contract.ts";
import type { DevAddress } from "#devstore/state/customer.ts";
import { draftError } from "./draft-errors.ts";

interface AddressInput {
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  zip?: string | null;
  provinceCode?: string | null;
  countryCode?: string | null;
  phone?: string | null;
}

export interface DeliveryMethodInput {
  shipping?: {
    address?: AddressInput | null;
    shippingOption?: Partial<ShippingOption> | null;
  } | null;
  localDelivery?: unknown;
  pickup?: unknown;
}

/** A postal code as some countries write it; elsewhere the platform takes any. */
const ZIPS: Readonly<Record<string, RegExp>> = {
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
};

/** Countries whose states and provinces have a code of two or three letters; where one is left out, the platform knows it by the zip. */
const WITH_PROVINCES = new Set(["US", "CA", "AU"]);

export function methodRequired(field: string[]): UserError {
  return draftError(
    field,
    "DELIVERY_METHOD_REQUIRED",
    "Delivery method can't be blank if shipping is required",
  );
}

interface Shipping {
  deliveryAddress: DevAddress;
  shippingOption: ShippingOption | null;
}

/** How a contract's goods are shipped, all of it: what is left out is not there. Null when nothing is said. `field` leads to the method. */
export function shippingOf(
  input: DeliveryMethodInput | null | undefined,
  field: string[],
): Shipping | null | UserError {
  if (input == null) return null;
  if (input.localDelivery != null || input.pickup != null) {
    return draftError(
      field,
      "INVALID",
      "Local delivery and pickup are not available in the development store",
    );
  }
  const address = input.shipping?.address;
  if (address == null) return null;
  const error = addressError(address, [...field, "shipping", "address"]);
  if (error) return error;
  return {
    deliveryAddress: addressOf(address),
    shippingOption: optionOf(input.shipping?.shippingOption),
  };
}

function addressOf(address: AddressInput): DevAddress {
  const countryCode = address.countryCode ?? "";
  return {
    firstName: address.firstName ?? "",
    lastName: address.lastName ?? "",
    address1: address.address1 ?? "",
    ...(address.address2 && { address2: address.address2 }),
    ...(address.company && { company: address.company }),
    ...(address.phone && { phone: address.phone }),
    city: address.city ?? "",
    zip: address.zip ?? "",
    province: address.provinceCode ?? null,
    provinceCode: address.provinceCode ?? null,
    country: countryCode,
    countryCode,
  };
}

function optionOf(option: Partial<ShippingOption> | null | undefined): ShippingOption | null {
  if (option == null) return null;
  const { code = null, title = null, presentmentTitle = null, description = null } = option;
  return { code, title, presentmentTitle, description };
}

function addressError(address: AddressInput, field: string[]): UserError | null {
  for (const name of ["lastName", "address1", "city", "countryCode"] as const) {
    if ((address[name] ?? "").trim() === "") {
      return draftError([...field, name], "BLANK", `${name} can't be blank`);
    }
  }
  for (const [name, value] of Object.entries(address)) {
    if ((value ?? "").length > 255) {
      return draftError(
        [...field, name],
        "TOO_LONG",
        `${name} is too long (maximum is 255 characters)`,
      );
    }
  }
  const country = address.countryCode ?? "";
  if (address.zip && ZIPS[country]?.test(address.zip) === false) {
    return draftError([...field, "zip"], "INVALID", `Zip is not valid for ${country}`);
  }
  const province = address.provinceCode ?? "";
  const isProvince =
    province === "" || !WITH_PROVINCES.has(country) || /^[A-Z]{2,3}$/.test(province);
  return isProvince
    ? null
    : draftError([...field, "provinceCode"], "INVALID", `Province is not valid in ${country}`);
}
