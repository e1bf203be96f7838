import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import type { DevContract } from "../../state/contract.ts";
import { appNumber } from "../../state/metafield.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { visibleOrder, visibleOrders } from "../store/visible-orders.ts";
import { countView } from "./money-view.ts";
import { discountView, termsFields } from "./terms-view.ts";

export function contractView(context: AdminContext, contract: DevContract): View {
  const { state, shop, views, devstore } = context;
  return {
    __typename: "SubscriptionContract",
    ...termsFields(context, contract),
    id: gid("SubscriptionContract", contract.id),
    createdAt: contract.createdAt,
    updatedAt: contract.updatedAt,
    revisionId: String(contract.revision),
    lastPaymentStatus: contract.lastPaymentStatus,
    lastBillingAttemptErrorType: contract.lastBillingAttemptErrorType,
    app: {
      __typename: "App",
      id: gid("App", appNumber),
      handle: devstore.appConfig.handle,
      title: devstore.appConfig.name,
    },
    appAdminUrl: null,
    linesCount: countView(contract.lines.length),
    lineCount: contract.lines.length,
    originOrder: () => {
      if (contract.originOrderId === null) return null;
      const order = visibleOrder(context, contract.originOrderId);
      return order === undefined ? null : views.order(order);
    },
    discounts: (args: Arguments) =>
      connection(args, {
        items: contract.discounts.filter((discount) => discount.kind === "manual"),
        idOf: (discount) => discount.id,
        view: (discount) => discountView(context, discount, contract),
      }),
    orders: (args: Arguments) =>
      connection(args, {
        items: visibleOrders(context).filter(
          (one) =>
            one.contractId === contract.id ||
            one.lines.some((line) => line.contractId === contract.id),
        ),
        sortValue: (order) => order.id,
        idOf: (order) => order.id,
        view: views.order,
      }),
    billingAttempts: (args: Arguments) =>
      connection(args, {
        items: state
          .list(shop.domain, "billingAttempt")
          .filter((attempt) => attempt.contractId === contract.id),
        sortValue: (attempt) => attempt.id,
        idOf: (attempt) => attempt.id,
        view: views.billingAttempt,
      }),
  };
}
