import { z } from "zod";
import { publishCustomer } from "#app/domain/cancel-flow/publish-for-storefront.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const publishCustomerJob = defineShopJob({
  name: "publish-customer",
  payload: z.object({ shopId: idText, customerId: idText }),
  run: (context, { customerId }) => publishCustomer(context, customerId),
});
