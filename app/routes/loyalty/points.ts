import { z } from "zod";
import {
  listPointsForShopper,
  type ShopperPointsEntry,
} from "#app/domain/loyalty/points/list-points-for-shopper.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { dayText } from "#app/lib/instants.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { ownCustomer } from "./own-customer.ts";

/** So many lines a shopper sees. */
const SHOWN_LINES = 10;

const entrySchema = z
  .object({
    id: z.int().meta({ description: "Internal id.", example: 118 }),
    date: dayText().meta({
      description: "The day on which it happened, in the store's zone.",
      example: "2026-11-20",
    }),
    type: z.int().meta({
      description:
        "2 redeemed, 3 returned because the reward could not be given, 4 adjusted by the store, 7 expired, 8 earned, 12 taken back; of the types of the Data API's `credits-history`.",
      example: 8,
    }),
    points: z.int().meta({
      description: "Below zero for what was spent, expired or was taken back.",
      example: 45,
    }),
    pending: z.boolean().meta({
      description: "Whether it counts only once its order can no longer be sent back.",
      example: true,
    }),
    available_from: dayText().nullable().meta({
      description:
        "The day from which pending points can be spent, in the store's zone; null for others, and for those that are taken back by now.",
      example: "2026-12-04",
    }),
    name: z.string().nullable().meta({
      description: "Of the rule, the tier or the reward that it is about; null without one.",
      example: "Points for every order",
    }),
    reason: z.string().nullable().meta({
      description: "What the store gave as the reason; null where it gave none.",
      example: null,
    }),
    order_name: z
      .string()
      .nullable()
      .meta({ description: "Of the order that it belongs to; else null.", example: "#1042" }),
  })
  .meta({ id: "LoyaltyPointsEntry" });

function toRecord(entry: ShopperPointsEntry, zone: string): z.infer<typeof entrySchema> {
  return {
    id: Number(entry.id),
    date: formatDate(entry.at, zone),
    type: entry.typeCode,
    points: entry.points,
    pending: entry.isPending,
    available_from: entry.availableFrom && formatDate(entry.availableFrom, zone),
    name: entry.name,
    reason: entry.reason,
    order_name: entry.orderName,
  };
}

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/customers/{platform_customer_id}/points",
  scope: null,
  operationId: "listLoyaltyPoints",
  summary: "Why a customer's points have moved",
  description:
    "An extension of the contract. The newest ten movements, newest first. For the shopper who is logged in, of themselves.",
  params: z.object({ platform_customer_id: customerIdText }),
  answer: z.object({ data: z.array(entrySchema).meta({ description: "Newest first." }) }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid } }) => {
    const customer = await ownCustomer(context, caller, cid);
    const entries = await listPointsForShopper(context, customer.id, SHOWN_LINES);
    return { data: entries.map((entry) => toRecord(entry, context.shop.ianaTimezone)) };
  },
});
