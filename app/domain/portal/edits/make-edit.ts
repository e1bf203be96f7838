import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { AppError } from "#app/lib/app-error.ts";
import { isPrepaid } from "#app/lib/deliveries.ts";
import { addJob } from "#app/lib/queue.ts";
import { isPlatformFailure, PlatformFailure } from "#app/platform/platform-failure.ts";
import type { TermsChange } from "#app/platform/platform-terms.ts";
import { chargeIsRunning } from "../../billing/changes/charge-is-running.ts";
import { lockBilling } from "../../billing/charging/read-billing.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { refuse } from "../../refusals/refuse.ts";
import { oneChangeAtATime } from "../../subscriptions/changes/one-change-at-a-time.ts";
import { contractCancelledError } from "../../subscriptions/changes/platform-change.ts";
import { assertBegun } from "../../subscriptions/import-state.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { assertNothingOwed } from "../portal-choices.ts";
import { planEdits } from "./edit-choices.ts";
import { settleOwnEditJob } from "./edit-jobs.ts";
import { explainRefusal } from "./edit-refusal.ts";
import { type EditState, isStale, readEditState } from "./edit-state.ts";
import { type BegunEdit, holds, type OwnEdit, readBegunEdit } from "./own-edit.ts";
import { type PlannedEdit, planEdit, wishOf } from "./plan-edit.ts";
import { forgetEdit, settleOwnEdit, tellEdit } from "./settle-edit.ts";

/** After this a change that was begun is looked for; no request takes as long. */
const SETTLE_AFTER_MS = 120_000;

/**
 * Changes frequency, quantity, variant or address of a contract, as its owner wishes: once, however often it is brought. What
 * they saw is named by `revision`; where the contract is another one by now, and not the wished one, nothing is done. Two
 * different changes at once: the platform commits the draft of one alone, and the other is refused.
 *
 * @returns `unchanged` where the shopper has seen the contract as it is and wishes the same: nothing was done, nobody is told.
 * @throws AppError contract_changed; change_refused, charge_not_retryable, contract_cancelled, contract_waiting, each with its
 *   reason; invalid_input for the field; platform_unavailable: repeat it, the change may have been made.
 */
export function makeOwnEdit(
  context: ShopContext,
  subscription: Subscription,
  edit: OwnEdit,
): Promise<"made" | "unchanged"> {
  return oneChangeAtATime(context, subscription, async (row) => {
    try {
      return await editNow(context, row, edit);
    } catch (error) {
      throw toPlatformChangeError(error, "change the subscription");
    }
  });
}

async function editNow(
  context: ShopContext,
  row: Subscription,
  edit: OwnEdit,
): Promise<"made" | "unchanged"> {
  assertBegun(row);
  if (row.status === "cancelled") throw contractCancelledError();
  const state = await readEditState(context, row);
  const id = { shopId: row.shopId, id: row.id };
  const begun = readBegunEdit(state.billing.subscription.ownEdit);
  const wish = wishOf(edit, state.plans);
  if (wish && holds(wish, state.terms)) {
    if (begun && holds(begun.wish, state.terms)) {
      await tellEdit(context, id, begun.key);
      return "made";
    }
    // Who has seen this state wishes what there is; of an earlier one it is the change that was made.
    return (await planEdits(context, state)).revision === edit.revision ? "unchanged" : "made";
  }
  const isAgain = begun !== null && isDeepStrictEqual(begun.wish, wish);
  if (begun && !isAgain) await endEarlier(context, id, begun);
  if (state.billing.subscription.status === "cancelled") throw contractCancelledError();
  const plans = await planEdits(context, state);
  if (plans.revision !== edit.revision) throw contractChanged();
  assertPossible(state, edit);
  const planned = planEdit(state, plans, edit);
  const key = await begin(context, id, edit, planned, isAgain ? begun.key : null);
  await carryOut(context, state, { id, key, planned });
  return "made";
}

/** One that was begun and not ended is another request's, or was cut off. */
async function endEarlier(
  context: ShopContext,
  { id }: { id: bigint },
  begun: BegunEdit,
): Promise<void> {
  const isUnderWay = context.clock.now().getTime() - Date.parse(begun.begunAt) < SETTLE_AFTER_MS;
  if (isUnderWay) throw changeUnderWay();
  await settleOwnEdit(context, { subscriptionId: id, key: begun.key });
}

/**
 * Written down before the platform is called, so that a change that is cut off is told all the same.
 *
 * @param again the same change that was begun before: told once, whichever of the two makes it.
 */
async function begin(
  context: ShopContext,
  id: { shopId: bigint; id: bigint },
  edit: OwnEdit,
  { wish, told, priceStep }: PlannedEdit,
  again: string | null,
): Promise<string> {
  const key = again ?? randomUUID();
  const begunAt = context.clock.now().toISOString();
  const begun: BegunEdit = { key, wish, told, priceStep, begunAt };
  await context.db.transaction(async (tx) => {
    const billing = await lockBilling(tx, id);
    if (!billing || billing.subscription.status === "cancelled") throw contractCancelledError();
    const other = readBegunEdit(billing.subscription.ownEdit);
    if (other && other.key !== key) throw changeUnderWay();
    if (edit.action !== "change_address") assertNothingOwed(billing);
    else if (billing.running || billing.subscription.chargeRunning) throw chargeIsRunning();
    await tx.subscription.update({ where: { shopId_id: id }, data: { ownEdit: begun } });
    const payload = { shopId: id.shopId, subscriptionId: id.id, key };
    await addJob(tx, settleOwnEditJob, payload, new Date(Date.now() + SETTLE_AFTER_MS));
  });
  return key;
}

async function carryOut(
  context: ShopContext,
  { terms, billing }: EditState,
  { id, key, planned }: { id: { shopId: bigint; id: bigint }; key: string; planned: PlannedEdit },
): Promise<void> {
  const { platform } = context;
  const contractId = Number(billing.subscription.platformContractId);
  const change: TermsChange = {
    ...planned.change,
    revisionId: terms.contract.revisionId,
    currency: terms.contract.currency,
  };
  const draftId = await platform.draftTerms(contractId, change).catch(async (error) => {
    await forgetEdit(context, id, key);
    throw isStale(error) ? contractChanged() : explained(error);
  });
  try {
    const contract = await platform.commitContractChange(draftId, contractId);
    // The platform says of a draft that it was committed, and the contract is as it was: somebody else's draft.
    if (contract.revisionId === change.revisionId) throw notCommitted();
    await storeContract(context, contract, { rowBefore: billing.subscription });
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    // It may have been made all the same, by another who wished it too.
    const now = await platform.getContractTerms(contractId);
    if (!now || !holds(planned.wish, now)) {
      await forgetEdit(context, id, key);
      if (now) await storeContract(context, now.contract, { rowBefore: billing.subscription });
      throw isStale(error) ? contractChanged() : explained(error);
    }
    await storeContract(context, now.contract, { rowBefore: billing.subscription });
  }
  await tellEdit(context, id, key);
}

function explained(error: unknown): unknown {
  return isPlatformFailure(error) && error.kind === "refused" ? explainRefusal(error) : error;
}

function notCommitted(): PlatformFailure {
  return new PlatformFailure("refused", "The draft was not committed", "STALE_CONTRACT");
}

/** Why the choices of a screen are none. */
function assertPossible({ billing, terms }: EditState, { action }: OwnEdit): void {
  if (action === "change_address") {
    if (billing.running || billing.subscription.chargeRunning) throw chargeIsRunning();
    return;
  }
  if (action === "change_frequency" && isPrepaid(terms.contract)) throw refuse("prepaid_frequency");
  assertNothingOwed(billing);
  if (action === "change_frequency" && billing.subscription.status === "paused") {
    throw refuse("resume_first");
  }
}

function contractChanged(): AppError {
  return refuse("contract_changed");
}

function changeUnderWay(): AppError {
  return refuse("change_under_way");
}
