import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import type { DevPaymentMethod, PaymentInstrument } from "../../state/customer.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { ownContracts } from "../subscriptions/own-contracts.ts";

export function paymentMethodView(context: AdminContext, method: DevPaymentMethod): View {
  const { state, shop, views } = context;
  return {
    __typename: "CustomerPaymentMethod",
    id: gid("CustomerPaymentMethod", method.id),
    revokedAt: method.revokedAt,
    revokedReason: method.revokedReason,
    instrument: instrumentView(method.instrument),
    customer: () => {
      const customer = state.get(shop.domain, "customer", method.customerId);
      return customer === undefined ? null : views.customer(customer);
    },
    subscriptionContracts: (args: Arguments) =>
      connection(args, {
        items: ownContracts(context).filter((contract) => contract.paymentMethodId === method.id),
        sortValue: (contract) => contract.id,
        idOf: (contract) => contract.id,
        view: views.contract,
      }),
  };
}

function instrumentView(instrument: PaymentInstrument): View {
  switch (instrument.type) {
    case "card":
      return {
        __typename: "CustomerCreditCard",
        brand: instrument.brand,
        lastDigits: instrument.lastDigits,
        maskedNumber: `•••• •••• •••• ${instrument.lastDigits}`,
        expiryMonth: instrument.expiryMonth,
        expiryYear: instrument.expiryYear,
        expiresSoon: false,
        isRevocable: true,
        name: "",
        firstDigits: null,
        source: null,
        virtualLastDigits: null,
        billingAddress: null,
      };
    case "shop_pay":
      return {
        __typename: "CustomerShopPayAgreement",
        lastDigits: instrument.lastDigits,
        maskedNumber: `•••• •••• •••• ${instrument.lastDigits}`,
        expiryMonth: instrument.expiryMonth,
        expiryYear: instrument.expiryYear,
        expiresSoon: false,
        inactive: false,
        isRevocable: true,
        name: "",
        billingAddress: null,
      };
    case "paypal":
      return {
        __typename: "CustomerPaypalBillingAgreement",
        inactive: false,
        isRevocable: true,
        paypalAccountEmail: instrument.accountEmail,
        billingAddress: null,
      };
  }
}
