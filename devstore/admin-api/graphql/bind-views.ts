import type { AdminContext, Views } from "#devstore/admin-api/admin-context.ts";
import { attemptView } from "#devstore/admin-api/views/attempt-view.ts";
import {
  productView,
  sellingPlanGroupView,
  variantView,
} from "#devstore/admin-api/views/catalog-view.ts";
import { collectionView } from "#devstore/admin-api/views/collection-view.ts";
import { contractView } from "#devstore/admin-api/views/contract-view.ts";
import { customerView } from "#devstore/admin-api/views/customer-view.ts";
import { cycleView } from "#devstore/admin-api/views/cycle-view.ts";
import { discountCodeView } from "#devstore/admin-api/views/discount-code-view.ts";
import { draftView } from "#devstore/admin-api/views/draft-view.ts";
import { metafieldFields, metafieldView } from "#devstore/admin-api/views/metafield-view.ts";
import { orderView } from "#devstore/admin-api/views/orders/order-view.ts";
import { paymentMethodView } from "#devstore/admin-api/views/payment-method-view.ts";

/** The views of one request: they lead to each other through the context, not by importing. */
export function bindViews(context: () => AdminContext): Views {
  return {
    customer: (customer) => customerView(context(), customer),
    contract: (contract) => contractView(context(), contract),
    draft: (draft) => draftView(context(), draft),
    billingAttempt: (attempt) => attemptView(context(), attempt),
    billingCycle: (contract, index) => cycleView(context(), contract, index),
    order: (order) => orderView(context(), order),
    product: (product) => productView(context(), product),
    variant: (product, variant) => variantView(context(), product, variant),
    collection: (collection) => collectionView(context(), collection),
    sellingPlanGroup: (group) => sellingPlanGroupView(context(), group),
    discountCode: (discount) => discountCodeView(context(), discount),
    paymentMethod: (method) => paymentMethodView(context(), method),
    metafield: metafieldView,
    metafieldFields: (ownerType, ownerId) => metafieldFields(context(), ownerType, ownerId),
  };
}
