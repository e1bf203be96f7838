import { z } from "zod";
import { endGrace } from "#app/domain/churn/end-grace.ts";
import { type DueTaskHandlers, runDueTasks } from "#app/domain/schedule/run-due-tasks.ts";
import { applyCreditFile } from "#app/domain/store-credit/apply-credit-file.ts";
import { expireCredit } from "#app/domain/store-credit/expire-credit.ts";
import { forfeitCredit } from "#app/domain/store-credit/forfeit-credit.ts";
import { workOffPlanGrant } from "#app/domain/store-credit/grant-to-plan.ts";
import { releaseHold } from "#app/domain/store-credit/release-hold.ts";
import { defineShopJob, idText } from "../define-job.ts";

/** What falls due by business time, and the action that does it. */
const handlers: DueTaskHandlers = {
  "end-grace": (context, { appliedOfferId }) => endGrace(context, BigInt(appliedOfferId)),
  "expire-credit": expireCredit,
  "forfeit-credit": (context, { subscriptionId }) => forfeitCredit(context, BigInt(subscriptionId)),
  "grant-to-plan": (context, { runId }) => workOffPlanGrant(context, BigInt(runId)),
  "apply-credit-file": (context, { fileId }) => applyCreditFile(context, BigInt(fileId)),
  "release-hold": (context, { holdId }) => releaseHold(context, BigInt(holdId)),
};

export const runDueTasksJob = defineShopJob({
  name: "run-due-tasks",
  payload: z.object({ shopId: idText }),
  run: (context, _payload, worker) => runDueTasks(context, handlers, worker),
});
