import { z } from "zod";
import { importShop } from "#app/domain/shops/import-shop.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const importShopJob = defineShopJob({
  name: "import-shop",
  payload: z.object({ shopId: idText }),
  run: (context) => importShop(context),
});
