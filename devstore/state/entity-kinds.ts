import type { DevAccessToken } from "./access-token.ts";
import type { DevBulkOperation, DevBulkResult } from "./bulk-operation.ts";
import type { DevCollection, DevProduct, DevSellingPlanGroup } from "./catalog.ts";
import type { DevBillingAttempt, DevContract, DevDraft, NextPayment } from "./contract.ts";
import type { DevCustomer, DevPaymentMethod } from "./customer.ts";
import type { DevDiscountCode } from "./discount-code.ts";
import type { Fault, ShopControls } from "./fault.ts";
import type { DevMail, DevMailRefusal } from "./mail.ts";
import type { DevMetafield, DevMetafieldDefinition } from "./metafield.ts";
import type { DevDispute, DevOrder } from "./order.ts";
import type { DevTheme } from "./theme.ts";
import type { DevWebhookDelivery, DevWebhookSubscription } from "./webhook.ts";

/** Everything which belongs to a shop, by the name it is kept under. */
export interface EntityKinds {
  customer: DevCustomer;
  paymentMethod: DevPaymentMethod;
  contract: DevContract;
  draft: DevDraft;
  billingAttempt: DevBillingAttempt;
  nextPayment: NextPayment;
  order: DevOrder;
  dispute: DevDispute;
  product: DevProduct;
  collection: DevCollection;
  sellingPlanGroup: DevSellingPlanGroup;
  discountCode: DevDiscountCode;
  /** Discounts that every checkout takes without a code. */
  automaticDiscount: DevDiscountCode;
  metafield: DevMetafield;
  metafieldDefinition: DevMetafieldDefinition;
  webhookSubscription: DevWebhookSubscription;
  webhookDelivery: DevWebhookDelivery;
  bulkOperation: DevBulkOperation;
  bulkResult: DevBulkResult;
  accessToken: DevAccessToken;
  fault: Fault;
  controls: ShopControls;
  theme: DevTheme;
  mail: DevMail;
  mailRefusal: DevMailRefusal;
}

export type EntityKind = keyof EntityKinds;

/** Where the numbers of a kind begin on a fresh shop; kinds which are not named begin at 1. */
export const firstIds: Partial<Record<string, number>> = {
  customer: 1001,
  order: 9001,
  orderNumber: 1001,
  contract: 5001,
  product: 7001,
  variant: 7501,
  collection: 4001,
  sellingPlanGroup: 3001,
  sellingPlan: 3501,
};
