import type { DevPaymentMethod, PaymentInstrument } from "../state/customer.ts";

/** Body of customer_payment_methods/create, /update and /revoke. */
export function paymentMethodPayload(method: DevPaymentMethod): Record<string, unknown> {
  const { type, shown } = told(method.instrument);
  return {
    admin_graphql_api_id: `gid://shopify/CustomerPaymentMethod/${method.id}`,
    token: method.id,
    customer_id: method.customerId,
    admin_graphql_api_customer_id: `gid://shopify/Customer/${method.customerId}`,
    instrument_type: type,
    payment_instrument: shown,
  };
}

function told(instrument: PaymentInstrument): { type: string; shown: Record<string, unknown> } {
  if (instrument.type === "paypal") {
    const { accountEmail } = instrument;
    return {
      type: "CustomerPaypalBillingAgreement",
      shown: { paypal_account_email: accountEmail },
    };
  }
  const { lastDigits, expiryMonth, expiryYear } = instrument;
  const card = { last_digits: lastDigits, month: expiryMonth, year: expiryYear, name: "" };
  return instrument.type === "card"
    ? { type: "CustomerCreditCard", shown: { ...card, brand: instrument.brand } }
    : { type: "CustomerShopPayAgreement", shown: card };
}
