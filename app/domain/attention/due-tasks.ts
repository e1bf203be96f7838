import {
  billSubscriptionTask,
  lookForPaymentTask,
  pollAttemptTask,
} from "../billing/charging/billing-tasks.ts";
import { runBulkActionTask } from "../bulk-actions/bulk-action-tasks.ts";
import { endGraceTask } from "../churn/churn-jobs.ts";
import {
  activateImportTask,
  checkImportTask,
  createImportTask,
  undoImportTask,
} from "../contract-imports/import-tasks.ts";
import { removeExportFileTask } from "../data-export/files/export-file-jobs.ts";
import { expireCreditTask, forfeitCreditTask } from "../ledger/ledger-tasks.ts";
import {
  applyLoyaltyFileTask,
  countReferralTask,
  loyaltyDayTask,
  readCollectionsTask,
  recountLoyaltyTask,
  reviewTierTask,
  settlePointsTask,
} from "../loyalty/loyalty-tasks.ts";
import { sendRemindersTask } from "../mail/mail-tasks.ts";
import { endRightsTask } from "../perks/perk-jobs.ts";
import { finishWithdrawalTask } from "../portal/withdrawal/withdrawal-tasks.ts";
import { changePlanPriceTask, runPriceChangeTask } from "../price-changes/price-change-tasks.ts";
import { reconcileShopTask } from "../reconciliation/reconciliation-tasks.ts";
import {
  applyCreditFileTask,
  bulkGrantTask,
  releaseHoldTask,
} from "../store-credit/credit-jobs.ts";
import {
  cancelSecondContractTask,
  republishCustomerTask,
  resumeSubscriptionTask,
} from "../subscriptions/subscription-jobs.ts";

/** Every task there is. Whoever runs them, or names them to merchants, is held to this list by the compiler. */
export const DUE_TASKS = [
  billSubscriptionTask,
  pollAttemptTask,
  lookForPaymentTask,
  endGraceTask,
  resumeSubscriptionTask,
  expireCreditTask,
  forfeitCreditTask,
  bulkGrantTask,
  applyCreditFileTask,
  releaseHoldTask,
  reconcileShopTask,
  checkImportTask,
  createImportTask,
  activateImportTask,
  undoImportTask,
  runBulkActionTask,
  runPriceChangeTask,
  changePlanPriceTask,
  sendRemindersTask,
  removeExportFileTask,
  settlePointsTask,
  reviewTierTask,
  applyLoyaltyFileTask,
  readCollectionsTask,
  recountLoyaltyTask,
  loyaltyDayTask,
  countReferralTask,
  finishWithdrawalTask,
  cancelSecondContractTask,
  endRightsTask,
  republishCustomerTask,
] as const;

type DueTask = (typeof DUE_TASKS)[number];

export type DueTaskKind = DueTask["kind"];

/** The definition of a kind. */
export type DueTaskOf<K extends DueTaskKind> = Extract<DueTask, { kind: K }>;
