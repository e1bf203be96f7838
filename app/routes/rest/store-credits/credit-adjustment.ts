import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { answerAsFirst } from "#app/domain/idempotency/first-answer.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import {
  adjustmentValueError,
  decimalsOf,
  MAX_REASON_LENGTH,
  toMinorAdjustment,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { type IdempotentCall, markReplayed } from "#app/http/idempotency.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { lineField } from "#app/http/text-field.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { oneRecord, oneRecordSchema } from "../envelope.ts";
import {
  creditRecordSchema,
  creditTransactionSchema,
  toCreditRecord,
  toCreditTransaction,
} from "./credit-record.ts";
import { requireCustomer } from "./require-customer.ts";

/** Fields that adding and deducting credit in the core REST API share. Amounts are above zero. */
export const creditAdjustmentFields = {
  amount: z
    .number("Must be a number, such as 12.5, and not a text.")
    .superRefine((value, check) => {
      const error = adjustmentValueError(value) ?? (value < 0 ? "Must be above 0." : null);
      if (error) check.addIssue({ code: "custom", message: error });
    })
    .meta({
      description:
        "In the store's currency: above 0, at most 999999.99, with at most 2 decimals, or fewer where the currency has fewer.",
      example: 12.5,
    }),
  reason: lineField(MAX_REASON_LENGTH).pipe(z.string().min(1, "Say why.")).meta({
    description: "Why, in 1 to 500 characters. The customer reads it in their history.",
    example: "Goodwill",
  }),
};

export const creditAdjustmentAnswer = oneRecordSchema(
  creditRecordSchema
    .extend({
      transaction: creditTransactionSchema.meta({
        description: "The movement that this request has made.",
      }),
    })
    .meta({ id: "CreditChange" }),
);

/**
 * Adds or deducts credit for the core REST API (contract, section 4.1), and gives its answer.
 *
 * @param adjustment.sign 1 to add, -1 to deduct.
 * @throws AppError not_found, invalid_input, balance_empty, balance_too_large, idempotency_conflict.
 */
export async function adjustCreditForRest(
  call: IdempotentCall & { context: ShopContext },
  platformCustomerId: number,
  adjustment: { sign: 1 | -1; amount: number; reason: string; expiresAt: Date | null },
) {
  const { context, idempotencyKey, headers } = call;
  const { reason, expiresAt, sign } = adjustment;
  const { currency } = context.shop;
  const amountMinor = toMinorAdjustment(adjustment.amount, currency);
  if (amountMinor === null) throw wrongInput({ amount: [decimalsOf(currency)] });
  const idempotency = idempotencyKey
    ? {
        key: idempotencyKey,
        inputHash: hashJson([
          "core",
          platformCustomerId,
          sign * amountMinor,
          reason,
          expiresAt?.toISOString() ?? null,
        ]),
      }
    : undefined;
  const { answer, replayed } = await answerAsFirst(context, idempotency, async () => {
    const customer = await requireCustomer(context, platformCustomerId);
    const posting = await adjustCredit(context, {
      customerId: customer.id,
      amountMinor: sign * amountMinor,
      typeCode: CREDIT_TYPES.adjustment,
      reason,
      ...(sign > 0 && { parts: [{ amountMinor, expiresAt }] }),
      ...(idempotency && { idempotency }),
    });
    const transaction = toCreditTransaction(
      {
        id: posting.entryId,
        unit: "money",
        typeCode: CREDIT_TYPES.adjustment,
        status: 0,
        amountMinor: posting.amountMinor,
        balanceAfterMinor: posting.account.availableMinor,
        message: reason,
        reason,
        orderGid: null,
        orderName: null,
        expiresAt,
        createdAt: posting.at,
      },
      currency,
    );
    return {
      answer: oneRecord({ ...toCreditRecord(customer, posting.account, currency), transaction }),
      replayed: posting.outcome === "replayed",
    };
  });
  if (replayed) markReplayed(headers);
  return answer;
}
