import type { BillingAttempt } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { settleAttempt } from "./settle-attempt.ts";

/** Asks the platform how an attempt has ended. @returns whether it has. */
export async function readAttempt(context: ShopContext, attempt: BillingAttempt): Promise<boolean> {
  if (attempt.platformAttemptId === null) return false;
  const found = await context.platform.getBillingAttempt(Number(attempt.platformAttemptId));
  if (!found) throw new Error(`The platform knows no billing attempt ${attempt.idempotencyKey}.`);
  return settleAttempt(context, attempt, found.outcome);
}
