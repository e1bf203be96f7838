import { z } from "zod";
import { refreshCustomer } from "#app/domain/customers/store-customer.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const refreshCustomerJob = defineShopJob({
  name: "refresh-customer",
  payload: z.object({ shopId: idText, customerId: z.number().int() }),
  run: (context, { customerId }) => refreshCustomer(context, customerId),
});
