import { randomUUID } from "node:crypto";
import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { idOf, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { lineView } from "#devstore/admin-api/views/terms-view.ts";
import { changeContract, isTerminated } from "#devstore/contracts/change-contract.ts";
import { createContract } from "#devstore/contracts/create-contract.ts";
import type { DevLine } from "#devstore/state/contract.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { findContract } from "./contracts.ts";
import { draftError } from "./draft-errors.ts";
import { lineOf } from "./draft-lines.ts";
import { attributesOf } from "./draft-terms.ts";
import { billingPolicyOf, deliveryPolicyOf, policyError } from "./policy-input.ts";

export const contractCreationMutations: Resolvers = {
  subscriptionContractAtomicCreate: (args, context) =>
    atomicCreate(context, args.input as Arguments),
  subscriptionContractProductChange: (args, context) => changeProduct(context, args),
};

type PolicyInput = Parameters<typeof billingPolicyOf>[0];

function atomicCreate(context: AdminContext, input: Arguments): unknown {
  const { state, shop } = context;
  const contract = input.contract as Arguments;
  const customerId = numberOf(String(input.customerId), "Customer");
  if (state.get(shop.domain, "customer", customerId) === undefined) {
    return failed(
      draftError(["input", "customerId"], "CUSTOMER_DOES_NOT_EXIST", "The customer doesn't exist."),
    );
  }
  if (input.currencyCode !== shop.currency) {
    return failed(
      draftError(["input", "currencyCode"], "CURRENCY_NOT_ENABLED", "Currency is not enabled."),
    );
  }
  if (contract.billingPolicy == null || contract.deliveryPolicy == null) {
    return failed(
      draftError(["input", "contract"], "PRESENCE", "Billing and delivery policy can't be blank"),
    );
  }
  const billingPolicy = billingPolicyOf(contract.billingPolicy as PolicyInput);
  const deliveryPolicy = deliveryPolicyOf(contract.deliveryPolicy as PolicyInput);
  const misfit = policyError(billingPolicy, deliveryPolicy, ["input", "contract"]);
  if (misfit !== undefined) return failed(misfit);
  const lines: DevLine[] = [];
  for (const [index, item] of (input.lines as Arguments[]).entries()) {
    const line = lineOf(context, shop.currency, item.line as Arguments, null);
    if ("message" in line) return failed({ ...line, field: ["input", "lines", String(index)] });
    lines.push({ ...line, id: randomUUID() });
  }
  if (lines.length === 0) {
    return failed(draftError(["input", "lines"], "INVALID_LINES", "Must have at least one line."));
  }
  const method = paymentMethodOf(context, contract.paymentMethodId, customerId);
  if (method === "mismatch") {
    return failed(
      draftError(
        ["input", "contract", "paymentMethodId"],
        "CUSTOMER_MISMATCH",
        "The payment method customer must be the same as the contract customer.",
      ),
    );
  }
  const created = createContract(context.devstore, shop, {
    customerId,
    currency: shop.currency,
    originOrderId: null,
    nextBillingDate: new Date(String(input.nextBillingDate)),
    billingPolicy,
    deliveryPolicy,
    lines,
    discounts: [],
    deliveryPriceMinor: minorOfDecimal(String(contract.deliveryPrice ?? "0"), shop.currency) ?? 0,
    paymentMethodId: method,
    note: typeof contract.note === "string" ? contract.note : null,
    customAttributes: Array.isArray(contract.customAttributes)
      ? attributesOf(contract.customAttributes)
      : [],
    ...(contract.status == null ? {} : { status: contract.status as "ACTIVE" | "PAUSED" }),
  });
  return done({ contract: context.views.contract(created) });
}

function paymentMethodOf(
  context: AdminContext,
  id: unknown,
  customerId: number,
): string | null | "mismatch" {
  if (typeof id !== "string") return null;
  const methodId = idOf(id, "CustomerPaymentMethod");
  const method =
    methodId === null
      ? undefined
      : context.state.get(context.shop.domain, "paymentMethod", methodId);
  return method?.customerId === customerId ? method.id : "mismatch";
}

function changeProduct(context: AdminContext, args: Arguments): unknown {
  const contract = findContract(context, args.subscriptionContractId);
  if (contract === undefined || isTerminated(contract)) {
    return failed(
      draftError(["subscriptionContractId"], "INVALID", "Subscription contract cannot be changed"),
    );
  }
  const lineId = idOf(String(args.lineId), "SubscriptionLine");
  const before = contract.lines.find((line) => line.id === lineId);
  if (before === undefined) {
    return failed(draftError(["lineId"], "INVALID", "Subscription line does not exist"));
  }
  const line = lineOf(context, contract.currency, args.input as Arguments, before);
  if ("message" in line) return failed(line);
  const changed = changeContract(context.devstore, context.shop.domain, contract, {
    lines: contract.lines.map((one) => (one.id === line.id ? line : one)),
  });
  return done({
    contract: context.views.contract(changed),
    lineUpdated: lineView(context, line, changed),
  });
}
