import { z } from "zod";
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_TYPES,
} from "#app/domain/loyalty/triggers/receipts/file-type.ts";
import { listReceiptsOf } from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import {
  type Receipt,
  uploadReceipt,
} from "#app/domain/loyalty/triggers/receipts/upload-receipt.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { customerIdText, lineField } from "#app/http/text-field.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { dayText, instantText } from "#app/lib/instants.ts";
import { formatMinorExactly, parseDecimalToMinor } from "#app/lib/money.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { admitOwn, ownCustomer } from "./own-customer.ts";

const path = "/proxy/v1/loyalty/customers/{platform_customer_id}/receipts";
const params = z.object({ platform_customer_id: customerIdText });

/** The file is the body alone: nothing has to be parsed, and what is said about it is checked before it comes. */
const fileBytes: z.ZodType<Buffer> = z.any().meta({
  description: "The file itself: a JPEG, PNG or WebP image or a PDF, of at most 2 MiB.",
});

const recordSchema = z
  .object({
    id: z.int().meta({ description: "Internal id.", example: 5 }),
    status: z.enum(["pending", "approved", "rejected"]).meta({
      description: "Pending until the store has looked at it; approved ones count.",
      example: "pending",
    }),
    retailer: z.string().meta({ description: "Who sold it.", example: "Corner Shop" }),
    purchased_on: dayText().meta({ description: "The receipt's day.", example: "2026-11-20" }),
    total: z.string().meta({ description: "What it came to, a decimal text.", example: "23.90" }),
    currency: z
      .string()
      .meta({ description: "The store's currency, ISO 4217, of the total.", example: "EUR" }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was rejected; else null.", example: null }),
    created_at: instantText().meta({
      description: "When it was sent in, UTC.",
      example: "2026-11-23T09:00:00Z",
    }),
  })
  .meta({ id: "LoyaltyReceipt" });

function toRecord(row: Receipt, currency: string): z.infer<typeof recordSchema> {
  return {
    id: Number(row.id),
    status: row.status as "pending" | "approved" | "rejected",
    retailer: row.retailer,
    purchased_on: row.purchasedOn.toISOString().slice(0, 10),
    total: formatMinorExactly(Number(row.totalMinor), currency),
    currency,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
  };
}

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path,
  scope: null,
  operationId: "listLoyaltyReceipts",
  summary: "Receipts that a customer has sent in",
  description:
    "An extension of the contract. The newest hundred, newest first, without their files. For the shopper who is logged in, of themselves.",
  params,
  answer: z.object({ data: z.array(recordSchema).meta({ description: "Newest first." }) }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid } }) => {
    const customer = await ownCustomer(context, caller, cid);
    const rows = await listReceiptsOf(context, customer.id);
    return { data: rows.map((row) => toRecord(row, context.shop.currency)) };
  },
});

export const action = declareRoute({
  api: loyaltyApi,
  method: "POST",
  path,
  scope: null,
  operationId: "uploadLoyaltyReceipt",
  summary: "A customer sends in a receipt of a purchase elsewhere",
  description:
    "An extension of the contract. The store looks at it, and it counts for upload_receipt rules when it is approved. One of the same retailer, day and total as another that was not rejected is 409. The body is the file itself, which is checked by its content and never shown to other shoppers; what it is a receipt of stands in the query. For the shopper who is logged in, of themselves.",
  params,
  admit: admitOwn,
  query: z.object({
    retailer: lineField(100).pipe(z.string().min(1, "Say who sold it.")).meta({
      description: "Who sold it, in 1 to 100 characters.",
      example: "Corner Shop",
    }),
    purchased_on: z
      .string("Give a day as YYYY-MM-DD.")
      .refine(isCalendarDate, "Give a day as YYYY-MM-DD.")
      .meta({
        description: "The receipt's day, YYYY-MM-DD; not in the future.",
        example: "2026-11-20",
      }),
    total: z
      .string("Must be a number, such as 23.9.")
      .regex(/^\d{1,6}(\.\d{1,3})?$/, "Must be a number below a million, such as 23.9.")
      .meta({
        description:
          "What it came to, a decimal text in the store's currency, with no more decimals than that has.",
        example: "23.9",
      }),
  }),
  file: { types: RECEIPT_TYPES, maxBytes: MAX_RECEIPT_BYTES },
  body: fileBytes,
  answer: z.object({ data: recordSchema.meta({ description: "The receipt as it was taken." }) }),
  errors: ["forbidden", "not_found", "already_done"],
  handle: async ({ context, caller, params: { platform_customer_id: cid }, query, body }) => {
    const { currency } = context.shop;
    const customer = await ownCustomer(context, caller, cid);
    const row = await uploadReceipt(context, customer.id, {
      retailer: query.retailer,
      purchasedOn: query.purchased_on,
      totalMinor: readTotal(query.total, currency),
      file: body,
    });
    return { data: toRecord(row, currency) };
  },
});

/** @returns minor units. @throws AppError invalid_input. */
function readTotal(total: string, currency: string): number {
  const minor = parseDecimalToMinor(total, currency);
  if (minor === null) {
    throw wrongInput({ total: ["Must have no more decimals than the store's currency."] });
  }
  if (minor === 0) throw wrongInput({ total: ["Must be above 0."] });
  return minor;
}
