import { GraphQLError, type GraphQLNamedType, getNamedType, isObjectType } from "graphql";
import { parseGid } from "#devstore/admin-api/graphql/gid.ts";
import type { ProtectedData } from "../state/protected-data.ts";
import type { DevShop } from "../state/shop.ts";
import { isApproved, protectedDataPage } from "./approvals.ts";

/**
 * Types with customer data. The platform's documentation names customers, orders with what belongs to one, and
 * fulfillment; of contracts it says nothing, and the strict reading is taken: each is one customer's.
 */
const protectedTypes = new Set([
  "AbandonedCheckout",
  "Customer",
  "CustomerEmailAddress",
  "CustomerPaymentMethod",
  "CustomerPhoneNumber",
  "DraftOrder",
  "Fulfillment",
  "FulfillmentOrder",
  "GiftCard",
  "LineItem",
  "MailingAddress",
  "Order",
  "OrderTransaction",
  "Refund",
  "RefundLineItem",
  "Return",
  "ShopifyPaymentsDispute",
  "StoreCreditAccount",
  "SubscriptionBillingAttempt",
  "SubscriptionBillingCycle",
  "SubscriptionContract",
  "SubscriptionDraft",
]);

/** Fields that identify a person, by "Type.field". */
const protectedFields: Readonly<Record<string, ProtectedData>> = {
  "Customer.displayName": "name",
  "Customer.email": "email",
  "Customer.firstName": "name",
  "Customer.lastName": "name",
  "Customer.phone": "phone",
  "CustomerCreditCard.name": "name",
  "CustomerCreditCardBillingAddress.address1": "address",
  "CustomerCreditCardBillingAddress.zip": "address",
  "CustomerEmailAddress.emailAddress": "email",
  "CustomerPaypalBillingAgreement.paypalAccountEmail": "email",
  "CustomerPhoneNumber.phoneNumber": "phone",
  "CustomerShopPayAgreement.name": "name",
  "MailingAddress.address1": "address",
  "MailingAddress.address2": "address",
  "MailingAddress.coordinatesValidated": "address",
  "MailingAddress.firstName": "name",
  "MailingAddress.formatted": "address",
  "MailingAddress.lastName": "name",
  "MailingAddress.latitude": "address",
  "MailingAddress.longitude": "address",
  "MailingAddress.name": "name",
  "MailingAddress.phone": "phone",
  "MailingAddress.zip": "address",
  "Order.email": "email",
  "Order.phone": "phone",
};

/** Whether a list or page of a type, or the type itself, is customer data. */
function isCustomerData(typeName: string): boolean {
  return protectedTypes.has(typeName.replace(/(Connection|Edge)$/, ""));
}

/**
 * Throws the platform's error when the app is not approved for a field, or for the type that it answers.
 *
 * @param answeredType where the schema names an interface or a union: the type of the value.
 */
export function assertApproved(
  shop: DevShop,
  parentType: string,
  field: string,
  answeredType: string,
): void {
  if (isCustomerData(answeredType) && !isApproved(shop, "customer_data")) {
    const type = answeredType.replace(/(Connection|Edge)$/, "");
    throw notApproved(`This app is not approved to access the ${type} object.`);
  }
  const kind = protectedFields[`${parentType}.${field}`];
  if (kind !== undefined && !isApproved(shop, kind)) {
    throw notApproved(`This app is not approved to use the ${field} field.`);
  }
}

/**
 * The same for a mutation before it has any effect: it is refused when it answers customer data, and when an
 * argument names a customer or what belongs to one.
 */
export function assertMutationApproved(
  shop: DevShop,
  payload: GraphQLNamedType,
  args: Record<string, unknown>,
): void {
  if (isApproved(shop, "customer_data")) return;
  const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
  const answered = fields.map(({ type }) => getNamedType(type).name).find(isCustomerData);
  const type = answered ?? namedTypes(args).find(isCustomerData);
  if (type !== undefined)
    throw notApproved(`This app is not approved to access the ${type} object.`);
}

/** The types of all global ids in a mutation's arguments. */
function namedTypes(value: unknown): string[] {
  if (typeof value === "string") return [parseGid(value)?.type ?? ""];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(namedTypes);
}

function notApproved(message: string): GraphQLError {
  return new GraphQLError(`${message} See ${protectedDataPage} for more details.`, {
    extensions: { code: "ACCESS_DENIED", documentation: protectedDataPage },
  });
}
