import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformBillingAttempt } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";

/** How a cycle stands on the platform, where others may charge it as well. */
export type Standing =
  /** Nobody has charged it. `startAt` and `endAt` are its bounds. */
  | { kind: "free"; startAt: Date; endAt: Date }
  /** The key that was asked for has an attempt already: the answer to the call was lost. */
  | { kind: "made"; attempt: PlatformBillingAttempt }
  /** It is paid. Null where the platform does not show by which attempt. */
  | { kind: "paid"; attempt: PlatformBillingAttempt | null }
  /** Somebody else's charge has not ended. */
  | { kind: "running" }
  | { kind: "skipped" }
  /** The platform has no such contract any more. */
  | { kind: "unknown" };

/**
 * Asks the platform how a cycle stands. The platform takes a second charge of a cycle, so whoever is about to charge it, to let
 * credit pay it, to give it up, or to end a subscription for it asks first, immediately before.
 *
 * @param key of the attempt that is about to be made.
 * @throws PlatformFailure when it cannot be asked.
 */
export async function askCycle(
  { platform }: Pick<ShopContext, "platform">,
  { platformContractId }: Pick<Subscription, "platformContractId">,
  cycleIndex: number,
  key: string | null = null,
): Promise<Standing> {
  const cycle = await platform.getBillingCycle(Number(platformContractId), cycleIndex);
  if (!cycle) return { kind: "unknown" };
  const { attempts, isBilled, isSkipped, startAt, endAt } = cycle;
  const made = attempts.find(({ idempotencyKey }) => idempotencyKey === key);
  if (made) return { kind: "made", attempt: made };
  const paid = attempts.find(({ outcome }) => outcome.kind === "success");
  if (paid || isBilled) return { kind: "paid", attempt: paid ?? null };
  if (attempts.some(({ outcome }) => RUNNING.has(outcome.kind))) return { kind: "running" };
  return isSkipped ? { kind: "skipped" } : { kind: "free", startAt, endAt };
}

const RUNNING: ReadonlySet<string> = new Set(["pending", "action_required"]);
