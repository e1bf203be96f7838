import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { findCustomerWithEmail } from "#app/domain/customers/find-customer.ts";
import { answerAsFirst } from "#app/domain/idempotency/first-answer.ts";
import type { CreditAccountState } from "#app/domain/ledger/movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import {
  ADJUSTMENT_TYPE_CODES,
  ADJUSTMENT_TYPES,
  type AdjustmentType,
  adjustmentValueError,
  decimalsOf,
  isDeductionOnly,
  MAX_REASON_LENGTH,
  toMinorAdjustment,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { addressField } from "#app/http/address-field.ts";
import { type IdempotentCall, markReplayed } from "#app/http/idempotency.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { lineField } from "#app/http/text-field.ts";
import { AppError } from "#app/lib/app-error.ts";
import { readCustomerNumber } from "#app/lib/customer-number.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { formatMinor } from "#app/lib/money.ts";

/** The customer's number in an answer. Each of the two interfaces has its own name for it. */
export const customerNumber = z
  .number()
  .int()
  .meta({ description: "The customer's number on the platform.", example: 1001 });

/** What both interfaces answer about a customer's credit (contract, section 2.5). */
export const creditAnswer = {
  email: z.string().meta({
    description: "The customer's e-mail address, as the platform has it.",
    example: "ada@example.com",
  }),
  store_credit_balance: z.number().meta({
    description:
      "What can be spent, in whole units of the store's currency; after an update, the balance after it.",
    example: 12.5,
  }),
  store_credit_in_use_at_checkout: z.number().optional().meta({
    description: "What checkouts and renewals under way have reserved; only in the answer to get.",
    example: 0,
  }),
  result: z
    .object({
      status: z
        .literal("success")
        .meta({ description: "The update was made.", example: "success" }),
    })
    .optional()
    .meta({ description: "Only in the answer to update." }),
};

/** A checked request: `update` is null when the balance is only read. */
interface CreditRequest {
  cid: number;
  email: string;
  update: { value: string | number; reason: string; type: AdjustmentType } | null;
}

const cidField = z
  .union([z.number(), z.string()], "The customer's number is required.")
  .transform((sent) => readCustomerNumber(String(sent)) ?? 0)
  .pipe(z.number().min(1, "Must be the customer's number, in digits."));

const reasonField = lineField(MAX_REASON_LENGTH).pipe(
  z.string().min(1, "Is required when action is update."),
);

/**
 * What the Store Credit Management API takes (contract, section 4.4), from a form or from JSON alike. Every
 * wrong field is named at once.
 *
 * @param readType which type an `update_type` names, if any.
 */
export function creditRequestSchema(
  readType: (text: unknown) => AdjustmentType | undefined,
): z.ZodType<CreditRequest> {
  return z
    .object({
      key: z.string().meta({
        description: "The API key; here and nowhere else.",
        example: "pk_live_…",
      }),
      cid: cidField.meta({
        description: "The customer's number on the platform, as a number or in digits.",
        example: 1001,
      }),
      email: addressField("The customer's e-mail address is required.").meta({
        description: "That customer's e-mail address; case does not matter.",
        example: "ada@example.com",
      }),
      action: z.enum(["get", "update"], "Must be a valid action: get or update.").meta({
        description: "get reads the credit; update changes it.",
        example: "update",
      }),
      update_value: z
        .unknown()
        .optional()
        .meta({
          description:
            "In whole units of the store's currency: not 0, at most 2 decimals, at most 999999.99 either way. Negative takes credit away. Required to update.",
          example: -5,
          override: { type: ["number", "string"] },
        }),
      update_reason: z
        .unknown()
        .optional()
        .meta({
          description:
            "Why, in 1 to 500 characters; kept in the customer's history. Required to update.",
          example: "Late delivery",
          override: { type: "string", minLength: 1, maxLength: MAX_REASON_LENGTH },
        }),
      update_type: z
        .unknown()
        .optional()
        .meta({
          description:
            "What kind of change it is; all but a manual admin adjustment only take away. Required to update.",
          example: "manual admin adjustment",
          override: { type: "string", enum: [...ADJUSTMENT_TYPES] },
        }),
    })
    .superRefine(
      (fields, check) => {
        if (fields.action !== "update") return;
        const addIssue = (name: string, message: string | null | undefined) => {
          if (message) check.addIssue({ code: "custom", path: [name], message });
        };
        const type = readType(fields.update_type);
        addIssue("update_value", valueError(fields.update_value, type));
        const reason = reasonField.safeParse(fields.update_reason ?? "");
        for (const issue of reason.error?.issues ?? []) addIssue("update_reason", issue.message);
        if (!type) addIssue("update_type", `Must be one of: ${ADJUSTMENT_TYPES.join(", ")}.`);
      },
      // Also when other fields are wrong, so that all are named.
      { when: () => true },
    )
    .transform(({ cid, email, action, update_value, update_reason, update_type }) => ({
      cid,
      email,
      update:
        action === "update"
          ? {
              value: update_value as string | number,
              reason: reasonField.parse(update_reason),
              type: readType(update_type) as AdjustmentType,
            }
          : null,
    }));
}

export function readAdjustmentType(text: unknown): AdjustmentType | undefined {
  return ADJUSTMENT_TYPES.find((type) => type === text);
}

function valueError(value: unknown, type: AdjustmentType | undefined): string | null {
  const error = adjustmentValueError(value);
  if (error || !type || !isDeductionOnly(type)) return error;
  return Number(value) > 0 ? `Must not be positive when update_type is ${type}.` : null;
}

/** Whose credit it is and what there is now, amounts as JSON numbers in whole units of the currency. */
interface CreditAnswer {
  cid: number;
  email: string;
  currency: string;
  available: number;
  held: number;
  updated: boolean;
}

/**
 * Reads or changes a customer's credit for the Store Credit Management API (contract, section 4.4).
 *
 * @throws AppError not_found, invalid_input, balance_empty, balance_too_large, idempotency_conflict.
 */
export async function manageCredit(
  context: ShopContext,
  request: CreditRequest,
  call: IdempotentCall,
): Promise<CreditAnswer> {
  const { update } = request;
  if (update) return adjust(context, request, update, call);
  const customer = await requireCustomer(context, request);
  return toAnswer(context, request, customer, await readCreditAccount(context, customer.id));
}

async function requireCustomer(context: ShopContext, { cid, email }: CreditRequest) {
  const customer = await findCustomerWithEmail(context, cid, email);
  if (!customer) throw new AppError("not_found", "customer not found");
  return customer;
}

async function adjust(
  context: ShopContext,
  request: CreditRequest,
  { value, reason, type }: NonNullable<CreditRequest["update"]>,
  { idempotencyKey, headers }: IdempotentCall,
): Promise<CreditAnswer> {
  const { currency } = context.shop;
  const amountMinor = toMinorAdjustment(value, currency);
  if (amountMinor === null) {
    const message = decimalsOf(currency);
    throw wrongInput({ update_value: [message] });
  }
  const idempotency = idempotencyKey
    ? {
        key: idempotencyKey,
        inputHash: hashJson(["manage", request.cid, request.email, amountMinor, type, reason]),
      }
    : undefined;
  const { answer, replayed } = await answerAsFirst(context, idempotency, async () => {
    const customer = await requireCustomer(context, request);
    const { account, outcome } = await adjustCredit(context, {
      customerId: customer.id,
      amountMinor,
      typeCode: ADJUSTMENT_TYPE_CODES[type],
      reason,
      ...(idempotency && { idempotency }),
    });
    return {
      answer: toAnswer(context, request, customer, account),
      replayed: outcome === "replayed",
    };
  });
  if (replayed) markReplayed(headers);
  return answer;
}

function toAnswer(
  { shop: { currency } }: ShopContext,
  { cid, email, update }: CreditRequest,
  customer: { email: string | null },
  { availableMinor, heldMinor }: CreditAccountState,
): CreditAnswer {
  return {
    cid,
    email: customer.email ?? email,
    currency,
    available: Number(formatMinor(availableMinor, currency)),
    held: Number(formatMinor(heldMinor, currency)),
    updated: update !== null,
  };
}
