import { done, failed, type Resolvers } from "#devstore/admin-api/admin-context.ts";
import { idOf } from "#devstore/admin-api/graphql/gid.ts";

export const paymentMethodQueries: Resolvers = {
  customerPaymentMethod: (args, context) => {
    const id = idOf(String(args.id), "CustomerPaymentMethod");
    const method =
      id === null ? undefined : context.state.get(context.shop.domain, "paymentMethod", id);
    const hidden = method?.revokedAt != null && args.showRevoked !== true;
    return method === undefined || hidden ? null : context.views.paymentMethod(method);
  },
};

export const paymentMethodMutations: Resolvers = {
  customerPaymentMethodSendUpdateEmail: (args, context) => {
    const { state, shop, views } = context;
    const id = idOf(String(args.customerPaymentMethodId), "CustomerPaymentMethod");
    const method = id === null ? undefined : state.get(shop.domain, "paymentMethod", id);
    const customer = method && state.get(shop.domain, "customer", method.customerId);
    if (customer === undefined) {
      return failed({
        field: ["customerPaymentMethodId"],
        message: "Customer payment method does not exist",
      });
    }
    return done({ customer: views.customer(customer) });
  },
};
