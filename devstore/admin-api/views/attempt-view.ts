import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { shopOrigin } from "#devstore/shop-origin.ts";
import { errorMessage } from "../../contracts/settle-attempt.ts";
import type { AttemptState, DevBillingAttempt, DevContract } from "../../state/contract.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { visibleOrder } from "../store/visible-orders.ts";
import { transactionView } from "./orders/transaction-view.ts";

export function attemptView(context: AdminContext, attempt: DevBillingAttempt): View {
  const { state, shop, views } = context;
  const contract = state.get(shop.domain, "contract", attempt.contractId);
  const order =
    attempt.state.type === "success" ? visibleOrder(context, attempt.state.orderId) : undefined;
  const failed = attempt.state.type === "failed" ? attempt.state.code : null;
  return {
    __typename: "SubscriptionBillingAttempt",
    id: gid("SubscriptionBillingAttempt", attempt.id),
    idempotencyKey: attempt.idempotencyKey,
    createdAt: attempt.createdAt,
    completedAt: attempt.completedAt,
    originTime: attempt.originTime,
    ready: attempt.state.type !== "pending",
    respectInventoryPolicy: true,
    paymentGroupId: null,
    paymentSessionId: null,
    nextActionUrl:
      attempt.state.type === "action_required"
        ? absolute(context, attempt.state.nextActionUrl)
        : null,
    errorCode: failed,
    errorMessage: failed === null ? null : errorMessage(failed),
    processingError: null,
    order: order === undefined ? null : () => views.order(order),
    subscriptionContract: contract === undefined ? null : () => views.contract(contract),
    state: stateView(context, attempt.state, contract),
    transactions: (args: Arguments) =>
      connection(args, {
        items: order?.transactions ?? [],
        idOf: (transaction) => transaction.id,
        view: (transaction) =>
          order === undefined ? null : transactionView(context, order, transaction),
      }),
  };
}

function stateView(
  context: AdminContext,
  state: AttemptState,
  contract: DevContract | undefined,
): View {
  switch (state.type) {
    case "pending":
      return { __typename: "SubscriptionBillingAttemptPendingState", processing: true };
    case "success": {
      const order = visibleOrder(context, state.orderId);
      return {
        __typename: "SubscriptionBillingAttemptSuccessState",
        order: order === undefined ? null : () => context.views.order(order),
      };
    }
    case "action_required":
      return {
        __typename: "SubscriptionBillingAttemptActionRequiredState",
        action: {
          __typename: "SubscriptionBillingAttemptPaymentChallenge",
          nextActionUrl: absolute(context, state.nextActionUrl),
          status: "OFF_SESSION_REJECTED",
        },
      };
    case "failed":
      return {
        __typename: "SubscriptionBillingAttemptFailedState",
        error: errorView(context, state, contract),
      };
  }
}

/** An address that opens in a browser on this machine. */
function absolute({ origin, shop }: AdminContext, path: string): string {
  return new URL(path, shopOrigin(origin, shop)).href;
}

function errorView(
  context: AdminContext,
  { errorKind, code }: Extract<AttemptState, { type: "failed" }>,
  contract: DevContract | undefined,
): View {
  switch (errorKind) {
    case "payment":
      return { __typename: "SubscriptionBillingAttemptPaymentError", code };
    case "inventory":
      return {
        __typename: "SubscriptionBillingAttemptInventoryError",
        code,
        // Stock is not counted here: a charge that fails for want of it lacks all that it would have sold.
        insufficientStockProductVariants: (args: Arguments) =>
          connection(args, {
            items: variantsOf(context, contract),
            idOf: ({ variant }) => variant.id,
            view: ({ product, variant }) => context.views.variant(product, variant),
          }),
      };
    case "general":
      return { __typename: "SubscriptionBillingAttemptGeneralError", code };
    case "unexpected":
      return {
        __typename: "SubscriptionBillingAttemptUnexpectedError",
        message: "There was an unexpected error during the billing attempt.",
      };
  }
}

function variantsOf({ state, shop }: AdminContext, contract: DevContract | undefined) {
  const wanted = new Set(contract?.lines.map(({ variantId }) => variantId));
  const products = contract?.lines.map(({ productId }) =>
    productId === null ? undefined : state.get(shop.domain, "product", productId),
  );
  return [...new Set(products)].flatMap((product) =>
    product === undefined
      ? []
      : product.variants
          .filter(({ id }) => wanted.has(id))
          .map((variant) => ({ product, variant })),
  );
}
