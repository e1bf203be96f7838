import type { BulkGrant, Plan } from "#app/generated/prisma/client.ts";
import { AppError, type FieldErrors, wrongFields } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { checkAdjustment } from "../adjustments/credit-adjustment.ts";
import { bulkGrantTask } from "../credit-jobs.ts";
import { creditExpiry } from "./credit-expiry.ts";

/** The same grant again within this time is more likely a mistake than a second grant. */
const RECENTLY_MS = 24 * 60 * 60_000;

export interface BulkGrantInput {
  planId: bigint;
  /** A plain decimal above zero. */
  amount: string;
  /** Shown in the members' history. */
  reason: string;
  /** The number of members that the merchant was shown. */
  memberCount: number;
  /** Identifies the request: the same key again returns the same grant. */
  key: string;
  /** The merchant confirmed that the same amount was granted recently. */
  again: boolean;
}

export type BulkGrantStart =
  | { outcome: "started" | "repeated"; grant: BulkGrant }
  /** Members joined or left since they were counted; nothing was started. */
  | { outcome: "members_changed"; memberCount: number }
  /** The plan was granted this amount within the last day, in another tab or by somebody else; nothing was started. */
  | { outcome: "granted_lately"; grant: BulkGrant };

/**
 * Starts a bulk grant: credit for every customer with an active contract of a plan, once each. The credit
 * expires by the plan's policy, counted from now. A due task runs the grant. Safe to repeat with its key.
 *
 * @throws AppError invalid_input, not_found; idempotency_conflict when the key was used for another grant.
 */
export async function startBulkGrant(
  context: ShopContext,
  input: BulkGrantInput,
): Promise<BulkGrantStart> {
  const { shop, db, clock, actor } = context;
  const { amountMinor, reason } = checkGrant(input, shop.currency);
  return db.transaction(async (tx) => {
    const known = await findGrant(tx, shop.id, input.key);
    if (known) return repeatedGrant(known, input.planId, amountMinor, reason);
    const plan = await lockPlan(tx, shop.id, input.planId);
    if (!plan) throw new AppError("not_found", "There is no such plan.");
    const memberCount = await countMembers(tx, shop.id, plan.id);
    if (memberCount !== input.memberCount) return { outcome: "members_changed", memberCount };
    const now = clock.now();
    const recent = input.again ? null : await findRecent(tx, plan, amountMinor, now);
    if (recent) return { outcome: "granted_lately", grant: recent };
    const { count } = await tx.bulkGrant.createMany({
      data: [
        {
          shopId: shop.id,
          planId: plan.id,
          sourceKey: input.key,
          unit: "money",
          typeCode: CREDIT_TYPES.membership,
          amountMinor: BigInt(amountMinor),
          message: reason,
          reason,
          expiresAt: creditExpiry(now, plan.creditExpiryMonths, shop.ianaTimezone),
          actorKind: actor.kind,
          actorName: actor.name,
          memberCount,
          createdAt: now,
        },
      ],
      skipDuplicates: true,
    });
    const grant = await findGrant(tx, shop.id, input.key);
    if (!grant) throw new Error("The grant that was just inserted is missing.");
    // Another request with the same key was first.
    if (count === 0) return repeatedGrant(grant, plan.id, amountMinor, reason);
    await scheduleTask(context, tx, bulkGrantTask, { runId: grant.id }, now);
    return { outcome: "started", grant };
  });
}

function checkGrant(
  { amount, reason }: BulkGrantInput,
  currency: string,
): { amountMinor: number; reason: string } {
  const checked = checkAdjustment({ amount, reason, type: "manual admin adjustment" }, currency);
  const problems = { ...checked.problems };
  if (!checked.problems && checked.amountMinor < 0) problems.amount = "Must be above 0.";
  const fields: FieldErrors = {};
  for (const [name, problem] of Object.entries(problems)) fields[name] = [problem];
  if (checked.problems || problems.amount) {
    throw wrongFields(fields);
  }
  return checked;
}

function repeatedGrant(
  grant: BulkGrant,
  planId: bigint,
  amountMinor: number,
  reason: string,
): BulkGrantStart {
  const isSame =
    grant.planId === planId && grant.amountMinor === BigInt(amountMinor) && grant.reason === reason;
  if (isSame) return { outcome: "repeated", grant };
  throw new AppError("idempotency_conflict", "This key was used for another grant.");
}

function findGrant(tx: Queries, shopId: bigint, sourceKey: string): Promise<BulkGrant | null> {
  return tx.bulkGrant.findUnique({ where: { shopId_sourceKey: { shopId, sourceKey } } });
}

/** Serializes grants to one plan, so the second sees the first. */
async function lockPlan(tx: Queries, shopId: bigint, id: bigint): Promise<Plan | null> {
  await tx.$queryRaw`SELECT 1 FROM plans WHERE shop_id = ${shopId} AND id = ${id} FOR NO KEY UPDATE`;
  return tx.plan.findUnique({ where: { shopId_id: { shopId, id } } });
}

function findRecent(
  tx: Queries,
  plan: Plan,
  amountMinor: number,
  now: Date,
): Promise<BulkGrant | null> {
  const since = new Date(now.getTime() - RECENTLY_MS);
  return tx.bulkGrant.findFirst({
    where: {
      shopId: plan.shopId,
      planId: plan.id,
      amountMinor: BigInt(amountMinor),
      createdAt: { gt: since },
    },
    orderBy: { id: "desc" },
  });
}

async function countMembers(tx: Queries, shopId: bigint, planId: bigint): Promise<number> {
  const [row] = await tx.$queryRaw<{ members: number }[]>`
    SELECT count(DISTINCT s.customer_id)::int AS members FROM subscriptions s
    JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id AND c.redacted_at IS NULL
    WHERE s.shop_id = ${shopId} AND s.plan_id = ${planId} AND s.status = 'active'`;
  return row?.members ?? 0;
}
