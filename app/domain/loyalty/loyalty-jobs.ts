import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** Brings a reward on a subscription to the platform. */
export const publishContractRewardJob = defineJob({
  name: "publish-contract-reward",
  payload: z.object({ shopId: idText, contractRewardId: idText }),
  dedupeKey: ({ contractRewardId }) => String(contractRewardId),
  isSerial: true,
});

/** Brings the platform's code of a coupon up to the coupon. */
export const publishCouponJob = defineJob({
  name: "publish-coupon",
  payload: z.object({ shopId: idText, couponId: idText }),
  dedupeKey: ({ couponId }) => String(couponId),
  isSerial: true,
});

/** Counts what a rule would have given over the store's past. */
export const dryRunJob = defineJob({
  name: "dry-run-loyalty-rule",
  payload: z.object({ shopId: idText, runId: idText }),
  dedupeKey: ({ runId }) => String(runId),
  isSerial: true,
});
