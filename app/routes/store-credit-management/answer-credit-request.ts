import type { ShopContext } from "#app/domain/context.ts";
import { findCustomerWithEmail } from "#app/domain/customers/find-customer.ts";
import type { CreditAccountState } from "#app/domain/ledger/movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import {
  ADJUSTMENT_TYPE_CODES,
  decimalsOf,
  toMinorAdjustment,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { type IdempotentCall, markReplayed } from "#app/http/idempotency.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { AppError } from "#app/lib/app-error.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { CreditRequest } from "./credit-request.ts";

/** Whose credit it is and what there is now, amounts as JSON numbers in whole units of the currency. */
export interface CreditAnswer {
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
export async function answerCreditRequest(
  context: ShopContext,
  request: CreditRequest,
  call: IdempotentCall,
): Promise<CreditAnswer> {
  const { cid, email, update } = request;
  const customer = await findCustomerWithEmail(context, cid, email);
  if (!customer) throw new AppError("not_found", "customer not found");
  const account = update
    ? await changeCredit(context, customer.id, request, update, call)
    : await readCreditAccount(context, customer.id);
  const { currency } = context.shop;
  return {
    cid,
    email: customer.email ?? email,
    currency,
    available: Number(formatMinor(account.availableMinor, currency)),
    held: Number(formatMinor(account.heldMinor, currency)),
    updated: update !== null,
  };
}

async function changeCredit(
  context: ShopContext,
  customerId: bigint,
  { cid }: CreditRequest,
  { value, reason, type }: NonNullable<CreditRequest["update"]>,
  { idempotencyKey, headers }: IdempotentCall,
): Promise<CreditAccountState> {
  const { currency } = context.shop;
  const amountMinor = toMinorAdjustment(value, currency);
  if (amountMinor === null) {
    const message = decimalsOf(currency);
    throw wrongInput({ update_value: [message] });
  }
  const posting = await adjustCredit(context, {
    customerId,
    amountMinor,
    typeCode: ADJUSTMENT_TYPE_CODES[type],
    reason,
    ...(idempotencyKey && {
      idempotency: {
        key: idempotencyKey,
        inputHash: hashJson(["manage", cid, amountMinor, type, reason]),
      },
    }),
  });
  if (posting.outcome === "replayed") markReplayed(headers);
  return posting.account;
}
