import { AppError, type FieldErrors, wrongFields } from "#app/lib/app-error.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import type { ShopContext } from "../../context.ts";
import { adjustCredit, type PostedCredit } from "./adjust-credit.ts";
import { type AdjustmentInput, checkAdjustment } from "./adjustment-input.ts";

/**
 * Adjusts a customer's credit as a merchant has typed it, once for each key: the form sends its key again
 * when it is sent again.
 *
 * @throws AppError invalid_input, not_found, balance_empty, balance_too_large; idempotency_conflict when
 * the form was changed after it had been sent and applied.
 */
export async function adjustForCustomer(
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
    select: { redactedAt: true },
  });
  if (!customer) throw new AppError("not_found", "There is no such customer.");
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
