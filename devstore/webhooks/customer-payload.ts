import type { DevCustomer } from "../state/customer.ts";

/** Body of customers/create and customers/update. */
export function customerPayload(customer: DevCustomer): Record<string, unknown> {
  const { address } = customer;
  return {
    id: customer.id,
    admin_graphql_api_id: `gid://shopify/Customer/${customer.id}`,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    phone: customer.phone,
    state: customer.state.toLowerCase(),
    note: customer.note,
    tags: customer.tags.join(", "),
    tax_exempt: customer.taxExempt,
    verified_email: customer.email !== null,
    email_marketing_consent: {
      state: customer.emailMarketing.toLowerCase(),
      opt_in_level: "single_opt_in",
    },
    sms_marketing_consent:
      customer.phone === null
        ? null
        : { state: customer.smsMarketing.toLowerCase(), opt_in_level: "single_opt_in" },
    default_address:
      address === null
        ? null
        : {
            first_name: address.firstName,
            last_name: address.lastName,
            address1: address.address1,
            city: address.city,
            zip: address.zip,
            province: address.province,
            province_code: address.provinceCode,
            country: address.country,
            country_code: address.countryCode,
          },
  };
}
