import { z } from "zod";
import { readReferrals } from "#app/domain/loyalty/triggers/referrals/referral-code.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { ownCustomer } from "./own-customer.ts";

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/customers/{platform_customer_id}/referral",
  scope: null,
  operationId: "getLoyaltyReferral",
  summary: "The code by which a customer refers friends",
  description:
    "An extension of the contract. Made when it is asked for first. A friend's first order counts that carries it as the cart attribute `referral_code`, or as a discount code. For the shopper who is logged in, of themselves.",
  params: z.object({ platform_customer_id: customerIdText }),
  answer: z.object({
    data: z
      .object({
        code: z.string().meta({ description: "The customer's own code.", example: "K7PX2MBQ4T" }),
        link: z.string().meta({
          description: "An address of the store that carries the code.",
          example: "https://demo.myshopify.com/?ref=K7PX2MBQ4T",
        }),
        waiting: z.int().meta({
          description: "Friends whose order may still be sent back, or is being looked at.",
          example: 1,
        }),
        counted: z.int().meta({ description: "Friends who count.", example: 3 }),
      })
      .meta({ id: "LoyaltyReferral", description: "The code, and what came of it." }),
  }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid } }) => {
    const customer = await ownCustomer(context, caller, cid);
    return { data: await readReferrals(context, customer.id) };
  },
});
