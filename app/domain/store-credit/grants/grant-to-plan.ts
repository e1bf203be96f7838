import type { CreditRun, Plan } from "#app/generated/prisma/client.ts";
import { AppError, type FieldErrors, wrongFields } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { checkAdjustment } from "../adjustments/credit-adjustment.ts";
import { grantToPlanTask } from "../credit-jobs.ts";
import { creditExpiry } from "./credit-expiry.ts";

/** Few enough that nobody who spends credit at that moment waits for long. */
const CUSTOMERS_AT_ONCE = 5000;
/** So short a time ago that the same grant is more likely a mistake than a second one. */
const LATELY_MS = 24 * 60 * 60_000;

export interface PlanGrantInput {
  planId: bigint;
  /** A plain decimal above zero. */
  amount: string;
  /** The members' history shows it. */
  reason: string;
  /** How many members the one who asks was told of. */
  memberCount: number;
  /** Names the request: sent again, it is the same run. */
  key: string;
  /** The one who asks knows that the same was granted lately. */
  again: boolean;
}

export type PlanGrantStart =
  | { outcome: "started" | "repeated"; run: CreditRun }
  /** Others joined or left since they were counted; nothing was started. */
  | { outcome: "members_changed"; memberCount: number }
  /** The plan has got this amount within a day, in another tab or from somebody else; nothing was started. */
  | { outcome: "granted_lately"; run: CreditRun };

/**
 * Begins to give credit to every customer with an active contract of a plan, each once. It expires as the
 * plan's policy says, counted from now. The run is worked off by a due task. Safe to repeat with its key.
 *
 * @throws AppError invalid_input, not_found; idempotency_conflict when the key was used for another grant.
 */
export async function grantToPlan(
  context: ShopContext,
  input: PlanGrantInput,
): Promise<PlanGrantStart> {
  const { shop, db, clock, actor } = context;
  const { amountMinor, reason } = checkGrant(input, shop.currency);
  return db.transaction(async (tx) => {
    const known = await findRun(tx, shop.id, input.key);
    if (known) return repeatedRun(known, input.planId, amountMinor, reason);
    const plan = await lockPlan(tx, shop.id, input.planId);
    if (!plan) throw new AppError("not_found", "There is no such plan.");
    const memberCount = await countMembers(tx, shop.id, plan.id);
    if (memberCount !== input.memberCount) return { outcome: "members_changed", memberCount };
    const now = clock.now();
    const lately = input.again ? null : await findLately(tx, plan, amountMinor, now);
    if (lately) return { outcome: "granted_lately", run: lately };
    const { count } = await tx.creditRun.createMany({
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
    const run = await findRun(tx, shop.id, input.key);
    if (!run) throw new Error("The run that was just made is not there.");
    // Somebody else with the same key was quicker.
    if (count === 0) return repeatedRun(run, plan.id, amountMinor, reason);
    await scheduleTask(context, tx, grantToPlanTask, { runId: run.id }, now);
    return { outcome: "started", run };
  });
}

/**
 * Works a run off, part by part, each in a transaction of its own with the place that it has come to. What
 * broke off is gone on with by calling this again; nobody is given anything twice.
 */
export async function runBulkGrant(
  context: Pick<ShopContext, "shop" | "db" | "clock">,
  runId: bigint,
  customersAtOnce = CUSTOMERS_AT_ONCE,
): Promise<void> {
  const { shop, db, clock } = context;
  for (;;) {
    const [row] = await db.prisma.$queryRaw<{ customers: number }[]>`
      SELECT grant_credit_run(${shop.id}, ${runId}, ${customersAtOnce}::int, ${clock.now()},
        ${LEDGER_CODES}::jsonb) AS customers`;
    if ((row?.customers ?? 0) < customersAtOnce) return;
  }
}

function checkGrant(
  { amount, reason }: PlanGrantInput,
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

function repeatedRun(
  run: CreditRun,
  planId: bigint,
  amountMinor: number,
  reason: string,
): PlanGrantStart {
  const isSame =
    run.planId === planId && run.amountMinor === BigInt(amountMinor) && run.reason === reason;
  if (isSame) return { outcome: "repeated", run };
  throw new AppError("idempotency_conflict", "This key was used for another grant.");
}

function findRun(tx: Queries, shopId: bigint, sourceKey: string): Promise<CreditRun | null> {
  return tx.creditRun.findUnique({ where: { shopId_sourceKey: { shopId, sourceKey } } });
}

/** Two grants to a plan begin one after the other, so that the second sees the first. */
async function lockPlan(tx: Queries, shopId: bigint, id: bigint): Promise<Plan | null> {
  await tx.$queryRaw`SELECT 1 FROM plans WHERE shop_id = ${shopId} AND id = ${id} FOR NO KEY UPDATE`;
  return tx.plan.findUnique({ where: { shopId_id: { shopId, id } } });
}

function findLately(
  tx: Queries,
  plan: Plan,
  amountMinor: number,
  now: Date,
): Promise<CreditRun | null> {
  const since = new Date(now.getTime() - LATELY_MS);
  return tx.creditRun.findFirst({
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
    SELECT count(DISTINCT customer_id)::int AS members FROM subscriptions
    WHERE shop_id = ${shopId} AND plan_id = ${planId} AND status = 'active'`;
  return row?.members ?? 0;
}
