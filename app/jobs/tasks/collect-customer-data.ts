import { z } from "zod";
import { collectCustomerData } from "#app/domain/compliance/collect-customer-data.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const collectCustomerDataJob = defineShopJob({
  name: "collect-customer-data",
  payload: z.object({ shopId: idText, requestId: idText }),
  whenUninstalled: true,
  run: (context, { requestId }) => collectCustomerData(context, requestId),
});
