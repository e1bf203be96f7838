import { z } from "zod";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const refreshContractJob = defineShopJob({
  name: "refresh-contract",
  payload: z.object({ shopId: idText, contractId: z.number().int() }),
  run: (context, { contractId }) => refreshContract(context, contractId),
});
