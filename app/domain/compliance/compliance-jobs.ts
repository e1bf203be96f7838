import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

const payload = z.object({ shopId: idText, requestId: idText });
const dedupeKey = ({ requestId }: z.output<typeof payload>) => String(requestId);
const whenUninstalled = true;

export const eraseCustomerJob = defineJob({
  name: "erase-customer",
  ...{ payload, dedupeKey, whenUninstalled },
});

export const collectCustomerDataJob = defineJob({
  name: "collect-customer-data",
  ...{ payload, dedupeKey, whenUninstalled },
});

export const eraseShopJob = defineJob({
  name: "erase-shop",
  ...{ payload, dedupeKey, whenUninstalled },
});
