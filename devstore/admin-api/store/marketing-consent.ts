import { GraphQLError } from "graphql";
import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  notAvailable,
  type Resolvers,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { changeConsent } from "#devstore/customers/change-consent.ts";
import type {
  ConsentRecord,
  DevCustomer,
  MarketingChannel,
  MarketingState,
} from "#devstore/state/customer.ts";

interface ConsentInput {
  marketingState: MarketingState | "REDACTED" | "INVALID";
  marketingOptInLevel?: ConsentRecord["optInLevel"] | null;
  consentUpdatedAt?: string | null;
  sourceLocationId?: string | null;
}

// The platform's two mutations differ in their errors: the one for emails shows the customer beside them.
export const consentMutations: Resolvers = {
  customerEmailMarketingConsentUpdate: (args, context) => {
    const { customer, input } = consentArguments(args, context, "emailMarketingConsent");
    if (customer === undefined) {
      const field = ["input", "customerId"];
      return failed({ field, message: "Customer not found", code: "INVALID" });
    }
    const error = findError(context, input, "emailMarketingConsent");
    if (error !== null) {
      return { customer: context.views.customer(customer), userErrors: [error] };
    }
    if (customer.email === null) return done({ customer: context.views.customer(customer) });
    return change(context, customer, "email", input);
  },
  customerSmsMarketingConsentUpdate: (args, context) => {
    const { customer, input } = consentArguments(args, context, "smsMarketingConsent");
    if (customer === undefined) return failed({ field: null, message: "Customer not found" });
    const error = findError(context, input, "smsMarketingConsent");
    if (error !== null) return failed(error);
    if (customer.phone === null) {
      return failed({
        field: ["input", "smsMarketingConsent"],
        message: "A phone number is required to set the SMS consent state.",
        code: "INVALID",
      });
    }
    return change(context, customer, "sms", input);
  },
};

function consentArguments(args: Arguments, context: AdminContext, field: string) {
  const given = args.input as Record<string, unknown>;
  const input = given[field] as ConsentInput;
  if (["NOT_SUBSCRIBED", "REDACTED", "INVALID"].includes(input.marketingState)) {
    throw new GraphQLError(`Cannot specify ${input.marketingState} as a marketing state input`, {
      extensions: { code: "INVALID" },
    });
  }
  if (input.sourceLocationId != null) throw notAvailable("a consent's location");
  const id = numberOf(String(given.customerId), "Customer");
  return { input, customer: context.state.get(context.shop.domain, "customer", id) };
}

function findError(context: AdminContext, input: ConsentInput, field: string): UserError | null {
  const { marketingState, marketingOptInLevel: level, consentUpdatedAt: at } = input;
  const error = (name: string, code: string, message: string): UserError => {
    return { field: ["input", field, name], code, message };
  };
  if (level == null) {
    const message = "Marketing opt in level must exist";
    return error("marketingOptInLevel", "MISSING_ARGUMENT", message);
  }
  if (marketingState === "PENDING" && level !== "CONFIRMED_OPT_IN") {
    const message = "Marketing opt in level must be confirmed opt-in for pending consent state";
    return error("marketingOptInLevel", "INVALID", message);
  }
  if (at != null && Date.parse(at) > context.now.getTime()) {
    const message = "Consent updated at must not be in the future";
    return error("consentUpdatedAt", "INVALID", message);
  }
  return null;
}

function change(
  context: AdminContext,
  customer: DevCustomer,
  channel: MarketingChannel,
  input: ConsentInput,
): unknown {
  const changed = changeConsent(context.devstore, context.shop.domain, customer, channel, {
    state: input.marketingState as MarketingState,
    optInLevel: input.marketingOptInLevel ?? "UNKNOWN",
    updatedAt: new Date(input.consentUpdatedAt ?? context.now).toISOString(),
    collectedFrom: "OTHER",
  });
  return done({ customer: context.views.customer(changed) });
}
