import { consentOf, type DevCustomer } from "../state/customer.ts";

/** Body of customers/create and customers/update. Tags and consents have topics of their own. */
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
    tax_exempt: customer.taxExempt,
    verified_email: customer.email !== null,
    default_address:
      address === null
        ? null
        : {
            first_name: address.firstName,
            last_name: address.lastName,
            company: address.company ?? null,
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

/** Body of customer.tags_added and customer.tags_removed: the tags that changed, not those that there are. */
export function tagsPayload(
  customer: DevCustomer,
  tags: string[],
  occurredAt: string,
): Record<string, unknown> {
  return { customerId: `gid://shopify/Customer/${customer.id}`, tags, occurredAt };
}

/** Body of customers_email_marketing_consent/update. */
export function emailConsentPayload(customer: DevCustomer): Record<string, unknown> {
  return {
    customer_id: customer.id,
    email_address: customer.email,
    email_marketing_consent: consentPayload(customer, "email"),
  };
}

/** Body of customers_marketing_consent/update, which is about text messages. */
export function smsConsentPayload(customer: DevCustomer): Record<string, unknown> {
  const { collectedFrom } = consentOf(customer, "sms");
  return {
    id: customer.id,
    phone: customer.phone,
    sms_marketing_consent: {
      ...consentPayload(customer, "sms"),
      consent_collected_from: collectedFrom?.toLowerCase() ?? null,
    },
  };
}

function consentPayload(customer: DevCustomer, channel: "email" | "sms") {
  const { state, optInLevel, updatedAt } = consentOf(customer, channel);
  return {
    state: state.toLowerCase(),
    opt_in_level: optInLevel.toLowerCase(),
    consent_updated_at: updatedAt,
  };
}
