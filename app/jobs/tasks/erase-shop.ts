import { z } from "zod";
import { eraseShop } from "#app/domain/compliance/erase-shop.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const eraseShopJob = defineShopJob({
  name: "erase-shop",
  payload: z.object({ shopId: idText, requestId: idText }),
  whenUninstalled: true,
  run: (context, { requestId }) => eraseShop(context, requestId),
});
