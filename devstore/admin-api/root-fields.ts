import type { Resolvers } from "./admin-context.ts";
import { discountCodeMutations, discountCodeQueries } from "./discounts/discount-codes.ts";
import { nodeQueries } from "./nodes.ts";
import { appMutations, appQueries } from "./store/app-installation.ts";
import { bulkOperationMutations, bulkOperationQueries } from "./store/bulk-operations.ts";
import { catalogQueries } from "./store/catalog.ts";
import { customerMutations, customerQueries } from "./store/customers.ts";
import { consentMutations } from "./store/marketing-consent.ts";
import { metafieldMutations } from "./store/metafields.ts";
import { orderQueries } from "./store/orders.ts";
import { shopQueries } from "./store/shop.ts";
import { tagMutations } from "./store/tags.ts";
import { webhookMutations, webhookQueries } from "./store/webhook-subscriptions.ts";
import { attemptMutations, attemptQueries } from "./subscriptions/billing-attempts.ts";
import { cycleMutations, cycleQueries } from "./subscriptions/billing-cycles.ts";
import { contractMutations, contractQueries } from "./subscriptions/contracts.ts";
import { contractCreationMutations } from "./subscriptions/create-contracts.ts";
import { cycleContractMutations } from "./subscriptions/cycle-contract-edits.ts";
import { draftDiscountMutations } from "./subscriptions/draft-discounts.ts";
import { draftLineMutations } from "./subscriptions/draft-lines.ts";
import { draftMutations, draftQueries } from "./subscriptions/drafts.ts";
import { paymentMethodMutations, paymentMethodQueries } from "./subscriptions/payment-methods.ts";
import { sellingPlanMutations, sellingPlanQueries } from "./subscriptions/selling-plan-groups.ts";

/** Every modeled root field; any other of the schema is an error that names it. */
export const rootFields: { query: Resolvers; mutation: Resolvers } = {
  query: {
    ...shopQueries,
    ...appQueries,
    ...customerQueries,
    ...paymentMethodQueries,
    ...contractQueries,
    ...draftQueries,
    ...cycleQueries,
    ...attemptQueries,
    ...orderQueries,
    ...catalogQueries,
    ...sellingPlanQueries,
    ...discountCodeQueries,
    ...webhookQueries,
    ...bulkOperationQueries,
    ...nodeQueries,
  },
  mutation: {
    ...appMutations,
    ...customerMutations,
    ...consentMutations,
    ...paymentMethodMutations,
    ...tagMutations,
    ...metafieldMutations,
    ...contractMutations,
    ...contractCreationMutations,
    ...draftMutations,
    ...draftLineMutations,
    ...draftDiscountMutations,
    ...cycleMutations,
    ...cycleContractMutations,
    ...attemptMutations,
    ...sellingPlanMutations,
    ...discountCodeMutations,
    ...webhookMutations,
    ...bulkOperationMutations,
  },
};
