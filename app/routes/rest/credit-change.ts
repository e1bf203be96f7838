import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { findCustomer, type KnownCustomer } from "#app/domain/customers/find-customer.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import {
  decimalsOf,
  MAX_REASON_LENGTH,
  refuseAdjustmentValue,
  toMinorAdjustment,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { type IdempotentCall, markReplayed } from "#app/http/idempotency.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { textField } from "#app/http/text-field.ts";
import { AppError } from "#app/lib/app-error.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import {
  creditRecordSchema,
  creditTransactionSchema,
  toCreditRecord,
  toCreditTransaction,
} from "./credit-record.ts";
import { oneRecord, oneRecordSchema } from "./envelope.ts";

/** Fields that adding and deducting credit in the core REST API share. Amounts are above zero. */
export const creditChangeFields = {
  amount: z
    .union([z.number(), z.string()], "Must be a number above 0.")
    .superRefine((value, check) => {
      const refusal =
        refuseAdjustmentValue(value) ?? (Number(value) < 0 ? "Must be above 0." : null);
      if (refusal) check.addIssue({ code: "custom", message: refusal });
    }),
  reason: textField(MAX_REASON_LENGTH).pipe(z.string().min(1, "Say why.")),
};

export const creditChangeAnswer = oneRecordSchema(
  creditRecordSchema.extend({ transaction: creditTransactionSchema }).meta({ id: "CreditChange" }),
);

/** @throws AppError not_found. */
export async function requireCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<KnownCustomer> {
  const customer = await findCustomer(context, platformCustomerId);
  if (!customer) throw new AppError("not_found", "There is no such customer.");
  return customer;
}

/**
 * Adds or deducts credit for the core REST API (contract, section 4.1), and gives its answer.
 *
 * @param change.sign 1 to add, -1 to deduct.
 * @throws AppError not_found, invalid_input, balance_empty, balance_too_large, idempotency_conflict.
 */
export async function changeCredit(
  call: IdempotentCall & { context: ShopContext },
  platformCustomerId: number,
  change: { sign: 1 | -1; amount: string | number; reason: string; expiresAt: Date | null },
) {
  const { context, idempotencyKey, headers } = call;
  const { reason, expiresAt, sign } = change;
  const { currency } = context.shop;
  const amountMinor = toMinorAdjustment(change.amount, currency);
  if (amountMinor === null) throw wrongInput({ amount: [decimalsOf(currency)] });
  const customer = await requireCustomer(context, platformCustomerId);
  const posting = await adjustCredit(context, {
    customerId: customer.id,
    amountMinor: sign * amountMinor,
    typeCode: CREDIT_TYPES.adjustment,
    reason,
    ...(sign > 0 && { parts: [{ amountMinor, expiresAt }] }),
    ...(idempotencyKey && {
      idempotency: {
        key: idempotencyKey,
        inputHash: hashJson([
          "core",
          platformCustomerId,
          sign * amountMinor,
          reason,
          expiresAt?.toISOString() ?? null,
        ]),
      },
    }),
  });
  if (posting.outcome === "replayed") markReplayed(headers);
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
  return oneRecord({ ...toCreditRecord(customer, posting.account, currency), transaction });
}

/**
 * Reads when added credit is to expire: an instant, or a day, which means its first instant in the store's
 * zone. Absent or null: never.
 *
 * @throws AppError invalid_input for anything else and for what is not in the future.
 */
export function readExpiry(
  context: Pick<ShopContext, "shop" | "clock">,
  value: string | null | undefined,
): Date | null {
  if (value == null) return null;
  const expiresAt =
    startOfDate(value, context.shop.ianaTimezone) ??
    (z.iso.datetime({ offset: true }).safeParse(value).success ? new Date(value) : null);
  if (!expiresAt || Number.isNaN(expiresAt.getTime()) || expiresAt.getUTCFullYear() > 9999) {
    const message = "Must be a day (YYYY-MM-DD) or an ISO 8601 instant, before the year 9999.";
    throw wrongInput({ expires_at: [message] });
  }
  if (expiresAt <= context.clock.now()) {
    throw wrongInput({ expires_at: ["Must be in the future."] });
  }
  return expiresAt;
}
