import { z } from "zod";
import { hashJson } from "#app/lib/hash-json.ts";
import { idText } from "#app/lib/id-text.ts";
import { instantText } from "#app/lib/instants.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Brings a reward on a subscription to the platform, or follows what was taken off there. */
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

/** Counts one customer again, after a fact of theirs was written down. */
export const settleLoyaltyJob = defineJob({
  name: "settle-loyalty",
  payload: z.object({ shopId: idText, customerId: idText }),
  dedupeKey: ({ customerId }) => String(customerId),
});

/** Writes down what the platform told of a customer, who is named by the platform's number. */
export const noteNewsJob = defineJob({
  name: "note-loyalty-news",
  payload: z.object({
    shopId: idText,
    platformCustomerId: z.number().int(),
    kind: z.enum(["tag", "tag_removed", "email_consent", "sms_consent"]),
    keys: z.array(z.string()),
    at: instantText(),
  }),
  // Each delivery tells something of its own.
  dedupeKey: ({ platformCustomerId, kind, keys, at }) =>
    hashJson([platformCustomerId, kind, keys, at]),
});

/** Writes what the storefront shows of one customer's points, progress and coupons (internal id). */
export const publishLoyaltyJob = defineJob({
  name: "publish-loyalty",
  payload: z.object({ shopId: idText, customerId: idText }),
  dedupeKey: ({ customerId }) => String(customerId),
  together: "publish-customers",
});

/** Writes what the storefront shows of the store's loyalty rules. */
export const publishLoyaltyRulesJob = defineJob({
  name: "publish-loyalty-rules",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "rules",
  isSerial: true,
});

/** Counts what a rule would have given over the store's past. */
export const dryRunJob = defineJob({
  name: "dry-run-loyalty-rule",
  payload: z.object({ shopId: idText, runId: idText }),
  dedupeKey: ({ runId }) => String(runId),
  isSerial: true,
});

/** Counts what other tiers would change. */
export const previewTiersJob = defineJob({
  name: "preview-loyalty-tiers",
  payload: z.object({ shopId: idText, previewId: idText }),
  dedupeKey: ({ previewId }) => String(previewId),
  isSerial: true,
});
