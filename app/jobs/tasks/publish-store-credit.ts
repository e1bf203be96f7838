import { z } from "zod";
import { publishStoreCredit } from "#app/domain/store-credit/storefront-sync/publish-store-credit.ts";
import { defineShopJob, idText } from "../define-job.ts";

export const publishStoreCreditJob = defineShopJob({
  name: "publish-store-credit",
  payload: z.object({ shopId: idText, customerId: idText }),
  run: (context, { customerId }) => publishStoreCredit(context, [customerId]),
});
