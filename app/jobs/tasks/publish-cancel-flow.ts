import { z } from "zod";
import { publishCancelFlow } from "#app/domain/cancel-flow/publish-for-storefront.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const publishCancelFlowJob = defineShopJob({
  name: "publish-cancel-flow",
  payload: z.object({ shopId: idText }),
  run: (context) => publishCancelFlow(context),
});
