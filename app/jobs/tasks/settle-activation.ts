import { z } from "zod";
import { settleActivation } from "#app/domain/churn/activation/settle-activation.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const settleActivationJob = defineShopJob({
  name: "settle-activation",
  payload: z.object({ shopId: idText, appliedOfferId: idText }),
  run: (context, { appliedOfferId }) => settleActivation(context, appliedOfferId),
});
