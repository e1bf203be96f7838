import { z } from "zod";
import { settleOrderCredit } from "#app/domain/store-credit/holds/settle-order-credit.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const settleOrderCreditJob = defineShopJob({
  name: "settle-order-credit",
  payload: z.object({ shopId: idText, orderId: z.number().int() }),
  run: (context, { orderId }) => settleOrderCredit(context, orderId),
});
