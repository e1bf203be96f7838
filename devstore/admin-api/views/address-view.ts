import { gid } from "#devstore/admin-api/graphql/gid.ts";
import type { DevAddress } from "../../state/customer.ts";
import type { View } from "../admin-context.ts";

/** @param ownerId makes the address's id: one address belongs to one customer or order. */
export function addressView(address: DevAddress, ownerId: number): View {
  return {
    __typename: "MailingAddress",
    id: gid("MailingAddress", `${ownerId}?model_name=CustomerAddress`),
    firstName: address.firstName,
    lastName: address.lastName,
    name: `${address.firstName} ${address.lastName}`.trim(),
    address1: address.address1,
    address2: address.address2 ?? null,
    company: address.company ?? null,
    phone: address.phone ?? null,
    city: address.city,
    zip: address.zip,
    province: address.province,
    provinceCode: address.provinceCode,
    country: address.country,
    countryCode: address.countryCode,
    countryCodeV2: address.countryCode,
  };
}
