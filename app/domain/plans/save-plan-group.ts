import { isDeepStrictEqual } from "node:util";
import type { Plan } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlanGroupChange, PlatformPlanGroup } from "#app/platform/platform-plan-group.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import type { StaleEdit } from "../edit-version.ts";
import { readCurrencies } from "../shops/other-currency.ts";
import { markPlanGroupRemoved, storePlanGroup } from "../subscriptions/store-plan-group.ts";
import { publishPlanNamesJob } from "../subscriptions/subscription-jobs.ts";
import { getPlanGroup, type ManagedPlanGroup } from "./managed-plan-group.ts";
import { changeOf } from "./plan-group-change.ts";
import { type PlanGroupInput, parsePlanGroupInput } from "./plan-group-input.ts";
import { groupIsGone, saysGroupIsGone, toPlanError } from "./platform-refusal.ts";
import {
  abandonClaim,
  claimOfCreation,
  claimOfGroup,
  claimSave,
  endClaim,
  type SaveClaim,
} from "./save-claim.ts";
import { storeCustomerTag } from "./store-customer-tag.ts";

/**
 * Creates a group with its plans, on the platform and here. Our rows are what the platform answered, so nothing is
 * kept of a group that it refuses.
 *
 * @param creation.key names this creation. Safe to repeat with the same key, also after a lost answer: the group that
 *   it made is found again, and becomes what the repeat asks for.
 * @throws AppError invalid_input, platform_refused, platform_unavailable; idempotency_conflict while the same creation
 *   is under way.
 */
export async function createPlanGroup(
  context: ShopContext,
  { key, input: given, productIds }: { key: string; input: unknown; productIds: number[] },
): Promise<ManagedPlanGroup> {
  const { db, platform } = context;
  const input = parsePlanGroupInput(
    given,
    await readCurrencies(context.db.prisma, context.shop.id),
  );
  const claim = await db.transaction((tx) => claimSave(context, tx, claimOfCreation(key)));
  if (!claim) {
    throw new AppError("idempotency_conflict", "This group is being saved already.");
  }
  const findMade = async () =>
    (await platform.listPlanGroups()).find((group) => group.key === key) ?? null;
  return finishing(context, claim, async () => {
    const before = await findMade();
    if (!before) {
      const { name, kind, plans } = input;
      const create = () => platform.createPlanGroup({ key, name, kind, plans, productIds });
      return storeSaved(context, claim, await reading(create, findMade), input, "created");
    }
    const made = await changeGroup(context, before, changeOf(before, input, []));
    if (productIds.length > 0) await platform.addPlanGroupProducts(made.groupId, productIds);
    return storeSaved(context, claim, made, input, "created");
  });
}

/**
 * Changes a group and its plans, on the platform and here: all of it, or nothing.
 *
 * @param edit.version the version the editor was opened with; when the group has changed since, or is being changed,
 *   nothing is saved and the outcome is `stale`.
 * @throws AppError invalid_input, not_found (also when it was deleted on the platform), platform_refused,
 *   platform_unavailable. After the last one, a repeat finds what was done.
 */
export async function savePlanGroup(
  context: ShopContext,
  edit: { groupId: bigint; version: string; input: unknown },
): Promise<{ outcome: "saved"; group: ManagedPlanGroup } | StaleEdit> {
  const input = parsePlanGroupInput(
    edit.input,
    await readCurrencies(context.db.prisma, context.shop.id),
  );
  const begun = await context.db.transaction(async (tx) => {
    const row = await lockPlanGroup(context, tx, edit.groupId);
    if (row.updatedAt.toISOString() !== edit.version) return null;
    checkAgainst(row, input);
    const claim = await claimSave(context, tx, claimOfGroup(row.id));
    return claim && { row, claim };
  });
  if (!begun) return { outcome: "stale" };
  const { row, claim } = begun;
  const groupId = Number(row.platformGroupId);
  const group = await finishing(context, claim, async () => {
    const current = await context.platform.getPlanGroup(groupId);
    if (!current) return forget(context, claim, row.id);
    try {
      const changed = await changeGroup(context, current, changeOf(current, input, row.plans));
      return await storeSaved(context, claim, changed, input, "saved");
    } catch (error) {
      if (isPlatformFailure(error) && saysGroupIsGone(error)) {
        return forget(context, claim, row.id);
      }
      throw error;
    }
  });
  return { outcome: "saved", group };
}

/**
 * Reads a group that is not deleted, with its plans, and keeps others from changing it until the transaction ends.
 *
 * @throws AppError not_found.
 */
export async function lockPlanGroup({ shop }: Pick<ShopContext, "shop">, tx: Queries, id: bigint) {
  await tx.$queryRaw`
    SELECT id FROM plan_groups WHERE shop_id = ${shop.id} AND id = ${id} FOR UPDATE`;
  const row = await tx.planGroup.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
    include: { plans: true },
  });
  if (!row || row.removedAt) {
    throw new AppError("not_found", "There is no such plan group, or it was deleted.");
  }
  return row;
}

/** Runs what holds a claim: an error ends the claim, or leaves it to the job when the end is not known. */
export async function finishing<T>(
  context: ShopContext,
  claim: SaveClaim,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isUnknown = isPlatformFailure(error) && error.kind === "unavailable";
    await context.db.transaction((tx) =>
      isUnknown ? abandonClaim(context, tx, claim) : endClaim(context, tx, claim),
    );
    throw isPlatformFailure(error) ? toPlanError(error) : error;
  }
}

/** Marks a group as gone because the platform does not know it any more. */
async function forget(context: ShopContext, claim: SaveClaim, groupId: bigint): Promise<never> {
  await context.db.transaction(async (tx) => {
    await markPlanGroupRemoved(context, tx, groupId);
    await endClaim(context, tx, claim);
  });
  throw groupIsGone();
}

function checkAgainst(row: { kind: string; plans: Plan[] }, input: PlanGroupInput): void {
  if (row.kind !== input.kind) {
    throw wrongField("kind", "A group's kind can't be changed. Create another group instead.");
  }
  const isForeign = input.plans.some(
    ({ planId }) => planId !== null && !row.plans.some(({ id }) => id === planId),
  );
  if (isForeign) throw wrongField("plans", "One of these plans is no longer in the group.");
}

async function changeGroup(
  { platform }: ShopContext,
  { groupId }: PlatformPlanGroup,
  change: PlanGroupChange,
): Promise<PlatformPlanGroup> {
  return reading(
    () => platform.changePlanGroup(groupId, change),
    async () => {
      const now = await platform.getPlanGroup(groupId);
      return now && isAsWanted(now, change) ? now : null;
    },
  );
}

/** When the platform does not answer a change, what it has done is read. */
async function reading(
  change: () => Promise<PlatformPlanGroup>,
  read: () => Promise<PlatformPlanGroup | null>,
): Promise<PlatformPlanGroup> {
  try {
    return await change();
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "unavailable") throw error;
    const done = await read();
    if (!done) throw error;
    return done;
  }
}

function isAsWanted(group: PlatformPlanGroup, change: PlanGroupChange): boolean {
  const termsOf = ({ name, plans }: PlatformPlanGroup | PlanGroupChange) => ({
    name,
    plans: plans.map((plan) => ({
      name: plan.name,
      interval: plan.interval,
      pricing: plan.pricing,
      trial: plan.trial,
    })),
  });
  return isDeepStrictEqual(termsOf(group), termsOf(change));
}

async function storeSaved(
  context: ShopContext,
  claim: SaveClaim,
  group: PlatformPlanGroup,
  { customerTag }: PlanGroupInput,
  how: "created" | "saved",
): Promise<ManagedPlanGroup> {
  const id = await context.db.transaction(async (tx) => {
    const groupId = await storePlanGroup(context, tx, group);
    await storeCustomerTag(context, tx, groupId, customerTag);
    await endClaim(context, tx, claim);
    await addJob(tx, publishPlanNamesJob, { shopId: context.shop.id });
    await recordActivity(context, tx, {
      kind: `plan_group.${how}`,
      message: `The plan group “${group.name}” was ${how === "created" ? "created" : "edited"}.`,
      details: { plan_group_id: String(groupId), plans: group.plans.length },
    });
    return groupId;
  });
  return getPlanGroup(context, id);
}
