import { randomUUID } from "node:crypto";
import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { idOf, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { lineView } from "#devstore/admin-api/views/terms-view.ts";
import { changeContract, isTerminated } from "#devstore/contracts/change-contract.ts";
import { createContract, type NewContract } from "#devstore/contracts/create-contract.ts";
import type { DevLine } from "#devstore/state/contract.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { presentmentIn } from "#devstore/state/presentment.ts";
import { wholeSeconds } from "#devstore/state/whole-seconds.ts";
import { findContract } from "./contracts.ts";
import { type DeliveryMethodInput, shippingOf } from "./delivery-method-input.ts";
import { draftError, maximumLines } from "./draft-errors.ts";
import { lineOf } from "./draft-lines.ts";
import { attributesOf, maximumNoteLength } from "./draft-terms.ts";
import { billingPolicyOf, deliveryPolicyOf, policyError } from "./policy-input.ts";

export const contractCreationMutations: Resolvers = {
  subscriptionContractAtomicCreate: (args, context) =>
    atomicCreate(context, args.input as Arguments),
  subscriptionContractProductChange: (args, context) => changeProduct(context, args),
};

type PolicyInput = Parameters<typeof billingPolicyOf>[0];

/** What a new contract may be: one that has ended or failed cannot begin. */
const FIRST_STATUSES: readonly unknown[] = ["ACTIVE", "PAUSED"];

/** All of it, or a user error and nothing. The same call again makes another contract: there is no key. */
function atomicCreate(context: AdminContext, input: Arguments): unknown {
  const { shop, now } = context;
  const contract = input.contract as Arguments;
  const customerId = numberOf(String(input.customerId), "Customer");
  const currency = String(input.currencyCode);
  const { status = "ACTIVE" } = contract;
  const nextBillingDate = wholeSeconds(new Date(String(input.nextBillingDate)));
  const wrong =
    customerError(context, customerId) ??
    (presentmentIn(shop, currency)
      ? undefined
      : draftError(
          ["input", "currencyCode"],
          "CURRENCY_NOT_ENABLED",
          "Currency is not enabled.",
        )) ??
    (nextBillingDate > now
      ? undefined
      : draftError(
          ["input", "nextBillingDate"],
          "INVALID_BILLING_DATE",
          "Next billing date is invalid.",
        )) ??
    (FIRST_STATUSES.includes(status)
      ? undefined
      : draftError(["input", "contract", "status"], "INVALID", "Status is invalid")) ??
    discountError(input);
  if (wrong) return failed(wrong);
  if (contract.billingPolicy == null || contract.deliveryPolicy == null) {
    return failed(
      draftError(["input", "contract"], "PRESENCE", "Billing and delivery policy can't be blank"),
    );
  }
  const billingPolicy = billingPolicyOf(contract.billingPolicy as PolicyInput);
  const deliveryPolicy = deliveryPolicyOf(contract.deliveryPolicy as PolicyInput);
  const misfit = policyError(billingPolicy, deliveryPolicy, ["input", "contract"]);
  if (misfit !== undefined) return failed(misfit);
  const lines = linesOf(context, currency, input.lines as Arguments[]);
  if ("message" in lines) return failed(lines);
  const paymentMethodId = paymentMethodOf(context, contract.paymentMethodId, customerId);
  if (paymentMethodId !== null && typeof paymentMethodId !== "string")
    return failed(paymentMethodId);
  const terms = deliveryTermsOf(currency, contract, lines);
  if ("message" in terms) return failed(terms);
  const created = createContract(context.devstore, shop, {
    customerId,
    currency,
    originOrderId: null,
    nextBillingDate,
    billingPolicy,
    deliveryPolicy,
    lines,
    discounts: [],
    paymentMethodId,
    ...terms,
    status: status as "ACTIVE" | "PAUSED",
  });
  return done({ contract: context.views.contract(created) });
}

function customerError({ state, shop }: AdminContext, customerId: number): UserError | undefined {
  if (state.get(shop.domain, "customer", customerId) !== undefined) return undefined;
  return draftError(
    ["input", "customerId"],
    "CUSTOMER_DOES_NOT_EXIST",
    "The customer doesn't exist.",
  );
}

/** Not modelled, and therefore refused: a discount that is taken and forgotten would be kinder than the platform. */
function discountError(input: Arguments): UserError | undefined {
  const codes = (input.discountCodes as unknown[] | null | undefined) ?? [];
  const ofLines = (input.lines as Arguments[]).some(
    ({ discounts }) => ((discounts as unknown[] | null | undefined) ?? []).length > 0,
  );
  if (codes.length === 0 && !ofLines) return undefined;
  return draftError(
    ["input"],
    "INVALID",
    "Discounts of a new contract are not available in the development store",
  );
}

function linesOf(
  context: AdminContext,
  currency: string,
  items: Arguments[],
): DevLine[] | UserError {
  if (items.length === 0) {
    return draftError(["input", "lines"], "INVALID_LINES", "Must have at least one line.");
  }
  if (items.length > maximumLines) {
    return draftError(
      ["input", "lines"],
      "TOO_MANY_LINES",
      "The contract draft has too many lines.",
    );
  }
  const lines: DevLine[] = [];
  for (const [index, item] of items.entries()) {
    const line = lineOf(context, currency, item.line as Arguments, null);
    if ("message" in line) return { ...line, field: ["input", "lines", String(index)] };
    lines.push({ ...line, id: randomUUID() });
  }
  return lines;
}

function paymentMethodOf(
  { state, shop }: AdminContext,
  id: unknown,
  customerId: number,
): string | null | UserError {
  if (typeof id !== "string") return null;
  const field = ["input", "contract", "paymentMethodId"];
  const methodId = idOf(id, "CustomerPaymentMethod");
  const method = methodId === null ? undefined : state.get(shop.domain, "paymentMethod", methodId);
  if (method === undefined || method.revokedAt !== null) {
    return draftError(field, "INVALID", "Payment method does not exist");
  }
  if (method.customerId === customerId) return method.id;
  return draftError(
    field,
    "CUSTOMER_MISMATCH",
    "The payment method customer must be the same as the contract customer.",
  );
}

/** Where goods go and for how much, and what the merchant wrote. */
function deliveryTermsOf(
  currency: string,
  contract: Arguments,
  lines: readonly DevLine[],
):
  | Required<
      Pick<
        NewContract,
        "deliveryAddress" | "shippingOption" | "deliveryPriceMinor" | "note" | "customAttributes"
      >
    >
  | UserError {
  const field = (name: string) => ["input", "contract", name];
  const deliveryPriceMinor =
    contract.deliveryPrice == null
      ? 0
      : (minorOfDecimal(String(contract.deliveryPrice), currency) ?? -1);
  if (deliveryPriceMinor < 0) {
    return draftError(
      field("deliveryPrice"),
      "GREATER_THAN_OR_EQUAL_TO",
      "Delivery price must be greater than or equal to 0",
    );
  }
  const note = typeof contract.note === "string" ? contract.note : null;
  if ((note ?? "").length > maximumNoteLength) {
    return draftError(field("note"), "INVALID_NOTE_LENGTH", "Note length is too long.");
  }
  const shipping = shippingOf(
    contract.deliveryMethod as DeliveryMethodInput | null,
    field("deliveryMethod"),
  );
  if (shipping !== null && "message" in shipping) return shipping;
  if (shipping === null && lines.some(({ requiresShipping }) => requiresShipping)) {
    return draftError(
      field("deliveryMethod"),
      "DELIVERY_METHOD_REQUIRED",
      "Delivery method can't be blank if shipping is required",
    );
  }
  const customAttributes = Array.isArray(contract.customAttributes)
    ? attributesOf(contract.customAttributes)
    : [];
  const none = { deliveryAddress: null, shippingOption: null };
  return { ...(shipping ?? none), deliveryPriceMinor, note, customAttributes };
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
