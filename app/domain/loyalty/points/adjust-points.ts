import { AppError, type FieldErrors, wrongFields } from "#app/lib/app-error.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import type { ShopContext } from "../../context.ts";
import { dispatchSoon } from "../../events/dispatch-soon.ts";
import { CREDIT_TYPES, type CreditPosting } from "../../ledger/movement.ts";
import { postCredit } from "../../ledger/post-movement.ts";
import { readLoyaltySettings } from "../program/loyalty-settings.ts";
import { pointsExpiry } from "../rewards/move-ledger.ts";
import { checkPointsAdjustment, type PointsAdjustmentInput } from "./points-adjustment.ts";

type Posted = Extract<CreditPosting, { entryId: bigint }>;

/**
 * Adds points to a customer's or deducts them, as a merchant has typed it, once for each key: the form sends its key again when it
 * is sent again. A deduction takes at most what can be spent. What is added expires as points that are earned now would.
 *
 * @throws AppError invalid_input, not_found, balance_empty, balance_too_large; idempotency_conflict when the form was changed after
 *   it had been sent and applied.
 */
export async function adjustPoints(
  context: ShopContext,
  customerId: bigint,
  input: PointsAdjustmentInput & { key: string },
): Promise<Posted> {
  const { shop, db } = context;
  const checked = checkPointsAdjustment(input);
  if (checked.problems) {
    const fields: FieldErrors = {};
    for (const [name, problem] of Object.entries(checked.problems)) fields[name] = [problem];
    throw wrongFields(fields);
  }
  const customer = await db.prisma.customer.findUnique({
    where: { shopId_id: { shopId: shop.id, id: customerId } },
    select: { redactedAt: true, mergedIntoId: true },
  });
  if (!customer || customer.mergedIntoId) {
    throw new AppError("not_found", "There is no such customer.");
  }
  if (customer.redactedAt) {
    throw new AppError("not_found", "This customer's data was erased; nothing can be adjusted.");
  }
  const { points, reason } = checked;
  const inputHash = hashJson(["admin-points", String(customerId), points, reason]);
  const settings = await readLoyaltySettings(db.prisma, shop.id);
  const posting = await postCredit(context, {
    ...{ customerId, unit: "points", amountMinor: points, message: reason, reason },
    typeCode: CREDIT_TYPES.adjustment,
    idempotency: { key: `admin-points/${input.key}`, inputHash },
    ...(points > 0
      ? { parts: [{ amountMinor: points, expiresAt: pointsExpiry(context, settings) }] }
      : {}),
  });
  if (posting.outcome === "posted") await dispatchSoon(context);
  if (posting.outcome === "posted" || posting.outcome === "replayed") return posting;
  throw postingError(posting.outcome);
}

function postingError(outcome: Exclude<CreditPosting["outcome"], "posted" | "replayed">): AppError {
  switch (outcome) {
    case "nothing":
      return new AppError("balance_empty", "There are no points to deduct.");
    case "too_much":
      return new AppError("balance_too_large", "The balance would be larger than can be kept.");
    case "conflict":
      return new AppError(
        "idempotency_conflict",
        "The form was changed after it had been sent, and what was sent first counts.",
      );
    case "repeated":
      throw new Error("an adjustment has no source key");
  }
}
