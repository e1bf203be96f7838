import { z } from "zod";
import { endGrace } from "#app/domain/churn/activation/end-grace.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { type DueTaskHandlers, runDueTasks } from "#app/domain/schedule/run-due-tasks.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/grant-to-plan.ts";
import { releaseHold } from "#app/domain/store-credit/holds/release-hold.ts";
import { forfeitCredit } from "#app/domain/store-credit/policies/forfeit-credit.ts";
import { defineShopJob, idText } from "../define-job.ts";

/** What falls due by business time, and the action that does it. */
const handlers: DueTaskHandlers = {
  "end-grace": (context, { appliedOfferId }) => endGrace(context, BigInt(appliedOfferId)),
  "expire-credit": expireCredit,
  "forfeit-credit": (context, { subscriptionId }) => forfeitCredit(context, BigInt(subscriptionId)),
  "grant-to-plan": (context, { runId }) => runBulkGrant(context, BigInt(runId)),
  "apply-credit-file": (context, { fileId }) => applyCreditFile(context, BigInt(fileId)),
  "release-hold": (context, { holdId }) => releaseHold(context, BigInt(holdId)),
};

export const runDueTasksJob = defineShopJob({
  name: "run-due-tasks",
  payload: z.object({ shopId: idText }),
  run: (context, _payload, worker) => runDueTasks(context, handlers, worker),
});
