import { z } from "zod";
import { listCoupons } from "#app/domain/loyalty/read/list-coupons.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { couponSchema, toCouponRecord } from "./coupon-record.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { statusField } from "./loyalty-query.ts";
import { ownCustomer } from "./own-customer.ts";

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/customers/{platform_customer_id}/coupons",
  scope: null,
  operationId: "listLoyaltyCoupons",
  summary: "A customer's coupons",
  description:
    "Newest first, all unless a status is given. For the shopper who is logged in, of themselves.",
  params: z.object({ platform_customer_id: customerIdText }),
  query: z.object({
    status: statusField([0, 1, 2, 3], "Must be 0, 1, 2 or 3.").meta({
      description: "1 active, 2 used, 3 expired, 0 disabled.",
      example: "1",
    }),
  }),
  answer: z.object({ data: z.array(couponSchema).meta({ description: "Newest first." }) }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid }, query: { status } }) => {
    const customer = await ownCustomer(context, caller, cid);
    const coupons = await listCoupons(context, customer.id, status ?? null);
    return { data: coupons.map(toCouponRecord) };
  },
});
