import { AppError, type FieldErrors, wrongFields } from "#app/lib/app-error.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import type { ShopContext } from "../../context.ts";
import { dispatchSoon } from "../../events/dispatch-soon.ts";
import type { CreditMovement, CreditPosting } from "../../ledger/movement.ts";
import { postCredit } from "../../ledger/post-movement.ts";
import { type AdjustmentInput, checkAdjustment } from "./credit-adjustment.ts";

type PostedCredit = Extract<CreditPosting, { entryId: bigint }>;

/**
 * Changes a customer's credit by request; the given reason becomes the entry's message. A deduction takes at
 * most the balance. Not idempotent without an idempotency key (contract, sections 4.1 and 4.4).
 *
 * @throws AppError balance_empty when there is nothing to take, balance_too_large, idempotency_conflict.
 */
export async function adjustCredit(
  context: Pick<ShopContext, "shop" | "db" | "clock" | "actor">,
  adjustment: Pick<
    CreditMovement,
    "customerId" | "amountMinor" | "typeCode" | "parts" | "idempotency"
  > & { reason: string },
): Promise<PostedCredit> {
  const posting = await postCredit(context, {
    ...adjustment,
    unit: "money",
    message: adjustment.reason,
  });
  if (posting.outcome === "posted") await dispatchSoon(context);
  if (posting.outcome === "posted" || posting.outcome === "replayed") return posting;
  throw postingError(posting.outcome);
}

/**
 * Adjusts a customer's credit as a merchant has typed it, once for each key: the form sends its key again
 * when it is sent again.
 *
 * @throws AppError invalid_input, not_found, balance_empty, balance_too_large; idempotency_conflict when
 * the form was changed after it had been sent and applied.
 */
export async function adjustCreditAsMerchant(
  context: ShopContext,
  customerId: bigint,
  input: AdjustmentInput & { key: string },
): Promise<PostedCredit> {
  const { shop, db } = context;
  const checked = checkAdjustment(input, shop.currency);
  if (checked.problems) {
    const fields: FieldErrors = {};
    for (const [name, problem] of Object.entries(checked.problems)) fields[name] = [problem];
    throw wrongFields(fields);
  }
  const customer = await db.prisma.customer.findUnique({
    where: { shopId_id: { shopId: shop.id, id: customerId } },
    select: { redactedAt: true, mergedIntoId: true },
  });
  if (!customer || customer.mergedIntoId)
    throw new AppError("not_found", "There is no such customer.");
  if (customer.redactedAt) {
    throw new AppError("not_found", "This customer's data was erased; nothing can be adjusted.");
  }
  const { amountMinor, typeCode, reason } = checked;
  const inputHash = hashJson(["admin", String(customerId), amountMinor, typeCode, reason]);
  return adjustCredit(context, {
    customerId,
    amountMinor,
    typeCode,
    reason,
    idempotency: { key: `admin/${input.key}`, inputHash },
  });
}

function postingError(outcome: Exclude<CreditPosting["outcome"], "posted" | "replayed">): AppError {
  switch (outcome) {
    case "nothing":
      return new AppError(
        "balance_empty",
        "The balance is 0, so that there is nothing to deduct from.",
      );
    case "too_much":
      return new AppError("balance_too_large", "The balance would be larger than can be kept.");
    case "conflict":
      return new AppError(
        "idempotency_conflict",
        "This Idempotency-Key was used for another request within the last 24 hours.",
      );
    case "repeated":
      throw new Error("an adjustment has no source key");
  }
}
