import type { Resolvers } from "./admin-context.ts";
import { appMutations, appQueries } from "./app-installation.ts";
import { attemptMutations, attemptQueries } from "./billing-attempts.ts";
import { cycleMutations, cycleQueries } from "./billing-cycles.ts";
import { catalogQueries } from "./catalog.ts";
import { contractMutations, contractQueries } from "./contracts.ts";
import { contractCreationMutations } from "./create-contracts.ts";
import { customerMutations, customerQueries } from "./customers.ts";
import { cycleContractMutations } from "./cycle-contract-edits.ts";
import { discountCodeMutations, discountCodeQueries } from "./discount-codes.ts";
import { draftDiscountMutations } from "./draft-discounts.ts";
import { draftLineMutations } from "./draft-lines.ts";
import { draftMutations, draftQueries } from "./drafts.ts";
import { metafieldMutations } from "./metafields.ts";
import { nodeQueries } from "./nodes.ts";
import { orderQueries } from "./orders.ts";
import { paymentMethodMutations, paymentMethodQueries } from "./payment-methods.ts";
import { sellingPlanMutations, sellingPlanQueries } from "./selling-plan-groups.ts";
import { shopQueries } from "./shop.ts";
import { tagMutations } from "./tags.ts";
import { webhookMutations, webhookQueries } from "./webhook-subscriptions.ts";

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
    ...nodeQueries,
  },
  mutation: {
    ...appMutations,
    ...customerMutations,
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
  },
};
