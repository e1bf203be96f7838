import { z } from "zod";
import { eraseCustomer } from "#app/domain/compliance/erase-customer.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const eraseCustomerJob = defineShopJob({
  name: "erase-customer",
  payload: z.object({ shopId: idText, requestId: idText }),
  whenUninstalled: true,
  run: (context, { requestId }) => eraseCustomer(context, requestId),
});
