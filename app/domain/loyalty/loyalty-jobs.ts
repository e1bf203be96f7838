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

/** Writes what the storefront shows of the store's loyalty rules. */
export const publishLoyaltyRulesJob = defineJob({
  name: "publish-loyalty-rules",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "rules",
});
