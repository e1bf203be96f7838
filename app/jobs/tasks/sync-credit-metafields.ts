import { z } from "zod";
import { syncCreditMetafields } from "#app/domain/store-credit/storefront-sync/sync-credit-metafields.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const syncCreditMetafieldsJob = defineShopJob({
  name: "sync-credit-metafields",
  payload: z.object({ shopId: idText }),
  run: syncCreditMetafields,
});
