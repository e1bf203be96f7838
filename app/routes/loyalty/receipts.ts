import { z } from "zod";
import { MAX_RECEIPT_BYTES } from "#app/domain/loyalty/triggers/receipts/file-type.ts";
import { listReceiptsOf } from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import {
  type Receipt,
  uploadReceipt,
} from "#app/domain/loyalty/triggers/receipts/upload-receipt.ts";
import type { ApiDefinition } from "#app/http/api.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { customerIdText, lineField } from "#app/http/text-field.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { currencyExponent, formatMinorTwoDecimals } from "#app/lib/money.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { admitOwn, ownCustomer } from "./own-customer.ts";

/** A file in base64 takes a third more, and the other fields a little. */
const MAX_BASE64 = Math.ceil(MAX_RECEIPT_BYTES / 3) * 4;

/** The same interface, with room for a file. */
const uploadApi: ApiDefinition = { ...loyaltyApi, maxBodyBytes: MAX_BASE64 + 16 * 1024 };

const path = "/proxy/v1/loyalty/customers/{platform_customer_id}/receipts";
const params = z.object({ platform_customer_id: customerIdText });

const MOST_TOTAL = 999_999.99;

const recordSchema = z
  .object({
    id: z.int().meta({ description: "Internal id.", example: 5 }),
    status: z.enum(["pending", "approved", "rejected"]).meta({
      description: "Pending until the store has looked at it; approved ones count.",
      example: "pending",
    }),
    retailer: z.string().meta({ description: "Who sold it.", example: "Corner Shop" }),
    purchased_on: z.iso.date().meta({ description: "The receipt's day.", example: "2026-11-20" }),
    total: z.string().meta({ description: "What it came to, a decimal text.", example: "23.90" }),
    currency: z
      .string()
      .meta({ description: "The store's currency, ISO 4217, of the total.", example: "EUR" }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was rejected; else null.", example: null }),
    created_at: z.iso
      .datetime()
      .meta({ description: "When it was sent in, UTC.", example: "2026-11-23T09:00:00Z" }),
  })
  .meta({ id: "LoyaltyReceipt" });

function toRecord(row: Receipt, currency: string): z.infer<typeof recordSchema> {
  return {
    id: Number(row.id),
    status: row.status as "pending" | "approved" | "rejected",
    retailer: row.retailer,
    purchased_on: row.purchasedOn.toISOString().slice(0, 10),
    total: formatMinorTwoDecimals(Number(row.totalMinor), currency),
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
  api: uploadApi,
  method: "POST",
  path,
  scope: null,
  operationId: "uploadLoyaltyReceipt",
  summary: "A customer sends in a receipt of a purchase elsewhere",
  description:
    "An extension of the contract. The store looks at it, and it counts for upload_receipt rules when it is approved. One of the same retailer, day and total as another that was not rejected is 409. The file is checked by its content and never shown to other shoppers. For the shopper who is logged in, of themselves.",
  params,
  admit: admitOwn,
  body: z.strictObject({
    retailer: lineField(100).pipe(z.string().min(1, "Say who sold it.")).meta({
      description: "Who sold it, in 1 to 100 characters.",
      example: "Corner Shop",
    }),
    purchased_on: z.string().refine(isCalendarDate, "Give a day as YYYY-MM-DD.").meta({
      description: "The receipt's day, YYYY-MM-DD; not in the future.",
      example: "2026-11-20",
    }),
    total: z
      .number("Must be a number, such as 23.9.")
      .positive("Must be above 0.")
      .max(MOST_TOTAL, `Must be at most ${MOST_TOTAL}.`)
      .meta({
        description:
          "What it came to, in the store's currency, with no more decimals than that has.",
        example: 23.9,
      }),
    file: z
      .string("Must be a file in base64.")
      .min(1, "Add a photo or a PDF of it.")
      .max(MAX_BASE64, "Must have at most 2 MiB.")
      .refine(isBase64, "Must be a file in base64.")
      .meta({
        description: "A JPEG, PNG or WebP image or a PDF of at most 2 MiB, in base64.",
        example: "JVBERi0xLjQKJSVFT0YK",
      }),
  }),
  answer: z.object({ data: recordSchema.meta({ description: "The receipt as it was taken." }) }),
  errors: ["forbidden", "not_found", "already_done"],
  handle: async ({ context, caller, params: { platform_customer_id: cid }, body }) => {
    const { currency } = context.shop;
    const customer = await ownCustomer(context, caller, cid);
    const row = await uploadReceipt(context, customer.id, {
      retailer: body.retailer,
      purchasedOn: body.purchased_on,
      totalMinor: readTotal(body.total, currency),
      file: Buffer.from(body.file, "base64"),
    });
    return { data: toRecord(row, currency) };
  },
});

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function readTotal(total: number, currency: string): number {
  const minor = total * 10 ** currencyExponent(currency);
  const whole = Math.round(minor);
  if (whole < 1 || Math.abs(minor - whole) > 1e-4) {
    throw wrongInput({ total: ["Must have no more decimals than the store's currency."] });
  }
  return whole;
}
