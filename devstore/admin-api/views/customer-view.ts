import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { receivedMinor } from "../../orders/figures/order-balance.ts";
import { consentOf, customerName, type DevCustomer } from "../../state/customer.ts";
import { type DevOrder, refundedMinor } from "../../state/order.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { visibleOrders } from "../store/visible-orders.ts";
import { ownContracts } from "../subscriptions/own-contracts.ts";
import { addressView } from "./address-view.ts";
import { moneyView } from "./money-view.ts";

export function customerView(context: AdminContext, customer: DevCustomer): View {
  const { state, shop, views } = context;
  const orders = () =>
    state.list(shop.domain, "order").filter((order) => order.customerId === customer.id);
  const visible = () => visibleOrders(context).filter((order) => order.customerId === customer.id);
  const contracts = () => ownContracts(context).filter((one) => one.customerId === customer.id);
  return {
    __typename: "Customer",
    id: gid("Customer", customer.id),
    legacyResourceId: String(customer.id),
    displayName: customerName(customer) || customer.email || "",
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    locale: customer.locale,
    state: customer.state,
    note: customer.note,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
    tags: [...customer.tags].sort(),
    taxExempt: customer.taxExempt,
    verifiedEmail: customer.email !== null,
    numberOfOrders: () => String(orders().length),
    amountSpent: () => moneyView(spentMinor(orders()), shop.currency),
    lastOrder: () => {
      const last = visible().at(-1);
      return last === undefined ? null : views.order(last);
    },
    ...contactFields(customer),
    defaultAddress: customer.address === null ? null : addressView(customer.address, customer.id),
    ...views.metafieldFields("Customer", customer.id),
    orders: (args: Arguments) =>
      connection(args, {
        items: visible(),
        sortValue: (order) => order.id,
        idOf: (order) => order.id,
        view: views.order,
      }),
    subscriptionContracts: (args: Arguments) =>
      connection(args, {
        items: contracts(),
        sortValue: (contract) => contract.id,
        idOf: (contract) => contract.id,
        view: views.contract,
      }),
    paymentMethods: (args: Arguments) =>
      connection(args, {
        items: state
          .list(shop.domain, "paymentMethod")
          .filter((method) => method.customerId === customer.id)
          .filter((method) => args.showRevoked === true || method.revokedAt === null),
        idOf: (method) => method.id,
        view: views.paymentMethod,
      }),
  };
}

function contactFields(customer: DevCustomer): Record<string, unknown> {
  const email = consentOf(customer, "email");
  const sms = consentOf(customer, "sms");
  const consentView = (type: string, { state, optInLevel, updatedAt }: typeof email) => ({
    __typename: type,
    marketingState: state,
    marketingOptInLevel: optInLevel,
    consentUpdatedAt: updatedAt,
    sourceLocation: null,
  });
  const marketingFields = ({ state, optInLevel, updatedAt }: typeof email) => ({
    marketingState: state,
    marketingOptInLevel: optInLevel,
    marketingUpdatedAt: updatedAt,
    sourceLocation: null,
  });
  return {
    defaultEmailAddress:
      customer.email === null
        ? null
        : {
            __typename: "CustomerEmailAddress",
            emailAddress: customer.email,
            ...marketingFields(email),
            validFormat: true,
          },
    defaultPhoneNumber:
      customer.phone === null
        ? null
        : {
            __typename: "CustomerPhoneNumber",
            phoneNumber: customer.phone,
            ...marketingFields(sms),
            marketingCollectedFrom: sms.collectedFrom,
          },
    emailMarketingConsent:
      customer.email === null ? null : consentView("CustomerEmailMarketingConsentState", email),
    smsMarketingConsent:
      customer.phone === null
        ? null
        : {
            ...consentView("CustomerSmsMarketingConsentState", sms),
            consentCollectedFrom: sms.collectedFrom,
          },
  };
}

function spentMinor(orders: DevOrder[]): number {
  return orders
    .filter((order) => order.cancelledAt === null)
    .reduce((sum, order) => sum + receivedMinor(order) - refundedMinor(order), 0);
}
