import { z } from "zod";
import { publishCreditNews } from "#app/domain/store-credit/publish-credit-news.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const publishCreditNewsJob = defineShopJob({
  name: "publish-credit-news",
  payload: z.object({ shopId: idText }),
  run: publishCreditNews,
});
