import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { changeCustomer } from "#devstore/customers/change-customer.ts";
import { customerName, type DevCustomer } from "#devstore/state/customer.ts";

const searchFields: SearchFields<DevCustomer> = {
  id: { type: "id", read: (customer) => customer.id },
  email: { type: "string", read: (customer) => customer.email },
  first_name: { type: "string", read: (customer) => customer.firstName },
  last_name: { type: "string", read: (customer) => customer.lastName },
  phone: { type: "string", read: (customer) => customer.phone },
  state: { type: "string", read: (customer) => customer.state },
  tag: { type: "string", read: (customer) => customer.tags },
  country: { type: "string", read: (customer) => customer.address?.countryCode ?? null },
  customer_date: { type: "time", read: (customer) => customer.createdAt },
  updated_at: { type: "time", read: (customer) => customer.updatedAt },
};

const sortValues: Record<string, (customer: DevCustomer) => string | number> = {
  ID: (customer) => customer.id,
  RELEVANCE: (customer) => customer.id,
  CREATED_AT: (customer) => customer.createdAt,
  UPDATED_AT: (customer) => customer.updatedAt,
  NAME: (customer) => `${customer.lastName} ${customer.firstName}`.toLowerCase(),
};

export const customerQueries: Resolvers = {
  customer: (args, context) => viewOf(context, numberOf(String(args.id), "Customer")),
  customers: (args, context) =>
    connection(args, {
      items: search(context, "customers", customersOf(context), args.query, searchFields, (one) => {
        return `${customerName(one)} ${one.email ?? ""}`;
      }),
      sortValue: sortValues[String(args.sortKey)] ?? ((customer) => customer.id),
      idOf: (customer) => customer.id,
      view: context.views.customer,
    }),
  customersCount: (args, context) => ({
    __typename: "Count",
    count: search(context, "customersCount", customersOf(context), args.query, searchFields).length,
    precision: "EXACT",
  }),
  customerByIdentifier: (args, context) => {
    const { id, emailAddress, phoneNumber } = args.identifier as Record<string, string>;
    if (id !== undefined) return viewOf(context, numberOf(id, "Customer"));
    const found = customersOf(context).find(
      (one) =>
        (emailAddress !== undefined && one.email?.toLowerCase() === emailAddress.toLowerCase()) ||
        (phoneNumber !== undefined && one.phone === phoneNumber),
    );
    return found === undefined ? null : context.views.customer(found);
  },
};

export const customerMutations: Resolvers = {
  customerUpdate: (args, context) => {
    const input = args.input as Arguments;
    const id = typeof input.id === "string" ? numberOf(input.id, "Customer") : Number.NaN;
    const customer = context.state.get(context.shop.domain, "customer", id);
    if (customer === undefined) {
      return failed({ field: ["id"], message: "Customer does not exist" });
    }
    for (const channel of ["email", "sms"] as const) {
      const name = `${channel}MarketingConsent`;
      if (input[name] == null) continue;
      const mutation = `customer${channel === "email" ? "Email" : "Sms"}MarketingConsentUpdate`;
      const message = `To update ${name}, please use the ${mutation} Mutation instead`;
      return failed({ field: [name], message });
    }
    const email = input.email as string | null | undefined;
    if (typeof email === "string" && !/^[^@\s]+@[^@\s]+$/.test(email)) {
      return failed({ field: ["email"], message: "Email is invalid" });
    }
    const taken = customersOf(context).some((one) => one.id !== id && one.email === email);
    if (typeof email === "string" && taken) {
      return failed({ field: ["email"], message: "Email has already been taken" });
    }
    const names = [
      "firstName",
      "lastName",
      "email",
      "phone",
      "locale",
      "note",
      "tags",
      "taxExempt",
    ];
    const change = Object.fromEntries(
      names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
    ) as Partial<DevCustomer>;
    const changed = changeCustomer(context.devstore, context.shop.domain, customer, change);
    return done({ customer: context.views.customer(changed) });
  },
};

function customersOf({ state, shop }: AdminContext): DevCustomer[] {
  return state.list(shop.domain, "customer");
}

function viewOf(context: AdminContext, id: number): unknown {
  const customer = context.state.get(context.shop.domain, "customer", id);
  return customer === undefined ? null : context.views.customer(customer);
}
