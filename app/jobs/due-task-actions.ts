import type { z } from "zod";
import { DUE_TASKS, type DueTaskKind, type DueTaskOf } from "#app/domain/attention/due-tasks.ts";
import { pollAttempt } from "#app/domain/billing/attempts/follow-attempt.ts";
import { lookForPayment } from "#app/domain/billing/attempts/look-for-payment.ts";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { runBulkAction } from "#app/domain/bulk-actions/run-bulk-action.ts";
import { endGrace } from "#app/domain/churn/activation/end-grace.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { activateImport } from "#app/domain/contract-imports/activate-import.ts";
import { checkImport } from "#app/domain/contract-imports/check-import.ts";
import { createContracts } from "#app/domain/contract-imports/create-contracts.ts";
import { undoImport } from "#app/domain/contract-imports/undo-import.ts";
import { removeExportFile } from "#app/domain/data-export/files/remove-export-file.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { listWatched, readCollections } from "#app/domain/loyalty/collections/read-collections.ts";
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { recountLoyalty } from "#app/domain/loyalty/settle/recount-loyalty.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { settlePoints } from "#app/domain/loyalty/settle/settle-points.ts";
import { noteDay } from "#app/domain/loyalty/triggers/days/note-day.ts";
import { followReferral } from "#app/domain/loyalty/triggers/referrals/follow-referral.ts";
import { sendReminders } from "#app/domain/notices/by-date/send-reminders.ts";
import { endRights } from "#app/domain/perks/end-rights.ts";
import { finishWithdrawal } from "#app/domain/portal/withdrawal/withdraw.ts";
import { changePlanPrice } from "#app/domain/price-changes/plan-price/change-plan-price.ts";
import { runPriceChange } from "#app/domain/price-changes/run-price-change.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import type { BoundTask } from "#app/domain/schedule/run-due-tasks.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import { releaseHold } from "#app/domain/store-credit/holds/release-hold.ts";
import { forfeitCredit } from "#app/domain/store-credit/policies/forfeit-credit.ts";
import { cancelSecondContract } from "#app/domain/subscriptions/cancel-second-contract.ts";
import { endPauseWhenDue } from "#app/domain/subscriptions/pauses/resume-subscription.ts";
import { publishCustomerJob } from "#app/domain/subscriptions/subscription-jobs.ts";
import { addJob } from "#app/lib/queue.ts";

type Actions = {
  [K in DueTaskKind]: (
    context: ShopContext,
    payload: z.output<DueTaskOf<K>["payload"]>,
  ) => Promise<void>;
};

/** What falls due by business time, and the action that does it. */
const ACTIONS: Actions = {
  "bill-subscription": (context, { subscriptionId }) => billSubscription(context, subscriptionId),
  "poll-billing-attempt": (context, { attemptId }) => pollAttempt(context, attemptId),
  "look-for-payment": async (context, { subscriptionId }) => {
    await lookForPayment(context, subscriptionId);
  },
  "end-grace": (context, { appliedOfferId }) => endGrace(context, appliedOfferId),
  "resume-subscription": (context, { subscriptionId, until }) =>
    endPauseWhenDue(context, subscriptionId, new Date(until)),
  "expire-credit": expireCredit,
  "forfeit-credit": (context, { subscriptionId }) => forfeitCredit(context, subscriptionId),
  "grant-to-plan": (context, { runId }) => runBulkGrant(context, runId),
  "apply-credit-file": (context, { fileId }) => applyCreditFile(context, fileId),
  "release-hold": (context, { holdId }) => releaseHold(context, holdId),
  "reconcile-shop": (context) => reconcileShop(context),
  "check-contract-import": (context, { importId }) => checkImport(context, importId),
  "create-contract-import": (context, { importId }) => createContracts(context, importId),
  "activate-contract-import": (context, { importId }) => activateImport(context, importId),
  "undo-contract-import": (context, { importId }) => undoImport(context, importId),
  "run-bulk-action": runBulkAction,
  "run-price-change": runPriceChange,
  "change-plan-price": changePlanPrice,
  "send-reminders": (context) => sendReminders(context),
  "remove-export-file": (context, { fileId }) =>
    removeExportFile(context, fileId, "Its week is over."),
  "settle-loyalty-points": (context, { rewardId }) => settlePoints(context, rewardId),
  "apply-loyalty-file": (context, { fileId }) => applyLoyaltyFile(context, fileId),
  "read-loyalty-collections": async (context) =>
    readCollections(context, await listWatched(context)),
  "recount-loyalty": recountLoyalty,
  "review-loyalty-tier": (context, { customerId }) => settleLoyalty(context, [customerId]),
  "loyalty-day": noteDay,
  "count-referral": (context, { referralId }) => followReferral(context, referralId),
  "finish-withdrawal": finishWithdrawal,
  "cancel-second-contract": cancelSecondContract,
  "end-rights": (context, { subscriptionId }) => endRights(context, subscriptionId),
  // By its job, which is alone at a customer's copy.
  "republish-customer": (context, { customerId }) =>
    addJob(context.db.prisma, publishCustomerJob, { shopId: context.shop.id, customerId }),
};

/** Every kind of task with its action, the payload checked before it. */
export const DUE_TASK_ACTIONS: readonly BoundTask[] = DUE_TASKS.map(
  ({ kind, payload: schema }) => ({
    kind,
    run: (context, payload) => {
      const action = ACTIONS[kind] as (context: ShopContext, payload: unknown) => Promise<void>;
      return action(context, schema.parse(payload));
    },
  }),
);
