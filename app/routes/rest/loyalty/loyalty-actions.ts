import { z } from "zod";
import { runIdempotent } from "#app/domain/idempotency/run-idempotent.ts";
import { toMinor } from "#app/domain/loyalty/rules/money-and-points.ts";
import { amount } from "#app/domain/loyalty/rules/setting-schemas.ts";
import { recordAction } from "#app/domain/loyalty/triggers/actions/record-action.ts";
import { ACTION_RULE_TYPES, whatCounts } from "#app/domain/loyalty/triggers/actions/what-counts.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { markReplayed } from "#app/http/idempotency.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { customerIdText, idField } from "#app/http/text-field.ts";
import { oneRecord, oneRecordSchema } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { requireCustomer } from "#app/routes/rest/store-credits/require-customer.ts";

const actionKey = idField(100).pipe(
  z
    .string()
    .min(1, "Say what the customer did.")
    .refine(
      (key) => whatCounts(key, "") !== null,
      "Name the network in at most 50 characters: social:<network>.",
    ),
);
const eventId = idField(255).pipe(z.string().min(1, "Name the event."));

const recordSchema = z
  .object({
    event_id: z.string().meta({ description: "As it was reported.", example: "rev_8841" }),
    customer_id: z
      .string()
      .meta({ description: "The customer's number on the platform, in digits.", example: "1001" }),
    platform_customer_gid: z.string().meta({
      description: "The same customer as a gid.",
      example: "gid://platform/Customer/1001",
    }),
    action_key: z.string().meta({ description: "As it was reported.", example: "review" }),
    counts_as: z
      .enum(ACTION_RULE_TYPES)
      .meta({ description: "The type of the rules that count it.", example: "reviews" }),
    created_at: z.string().meta({
      description: "When it was reported first, in UTC; it counts from then.",
      example: "2026-11-23T09:00:00.000Z",
    }),
  })
  .meta({ id: "LoyaltyAction" });

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/loyalty/actions",
  scope: "core:write",
  operationId: "reportLoyaltyAction",
  summary: "Reports what a customer did elsewhere",
  description:
    "An extension of the contract. The action counts for the store's loyalty rules, once an event_id: the same report again is answered with the first one and the header Idempotent-Replayed; the same event_id of another customer or with another action_key is refused. " +
    "Which rules count it follows from action_key: `review` counts for reviews, with the review's id as event_id; `social:<network>`, such as `social:instagram`, for the social rules of that network, once a customer and network; `referral` for referral rules, with order_amount for those that ask for a least order; any other key for the custom_action rules with that action_key.",
  idempotent: true,
  body: z.strictObject({
    customer_id: z
      .union([z.int(), z.string()], "Must be the customer's number on the platform.")
      .transform(String)
      .pipe(customerIdText)
      .meta({
        description:
          "The customer's number on the platform, as a number or in digits, or gid://platform/Customer/<number>.",
        example: "1001",
      }),
    action_key: actionKey.meta({
      description: "What the customer did, in 1 to 100 characters; case matters.",
      example: "review",
    }),
    event_id: eventId.meta({
      description: "Names the event in the system that reports it, in 1 to 255 characters.",
      example: "rev_8841",
    }),
    order_amount: amount.optional().meta({
      description:
        "With action_key `referral` alone: what the friend's first order came to after discounts, without tax and shipping, in major units of the store's currency. Without it the referral counts only where no least order is asked for.",
      example: 49.9,
    }),
  }),
  answer: oneRecordSchema(recordSchema),
  errors: ["not_found", "idempotency_conflict"],
  handle: async ({ context, idempotencyKey, headers, body }) => {
    const { customer_id: cid, action_key, event_id, order_amount } = body;
    if (order_amount !== undefined && whatCounts(action_key, "")?.countsAs !== "referral") {
      throw wrongInput({ order_amount: ["Only a referral has an order."] });
    }
    const orderMinor =
      order_amount === undefined ? null : toMinor(order_amount, context.shop.currency);
    const { answer, replayed } = await runIdempotent(
      context,
      { key: idempotencyKey, input: ["loyalty-action", cid, action_key, event_id, orderMinor] },
      async () => {
        const customer = await requireCustomer(context, cid);
        const { action: reported, isRepeated } = await recordAction(context, {
          ...{ customerId: customer.id, actionKey: action_key, eventId: event_id },
          orderMinor,
        });
        return {
          isRepeated,
          record: {
            event_id,
            customer_id: String(cid),
            platform_customer_gid: `gid://platform/Customer/${cid}`,
            action_key,
            counts_as: whatCounts(action_key, event_id)?.countsAs ?? "custom_action",
            created_at: reported.createdAt.toISOString(),
          },
        };
      },
    );
    if (replayed || answer.isRepeated) markReplayed(headers);
    return oneRecord(answer.record);
  },
});
