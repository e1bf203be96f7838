import { z } from "zod";
import {
  type Birthday,
  readBirthday,
  setBirthday,
} from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { dayText } from "#app/lib/instants.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { admitOwn, ownCustomer } from "./own-customer.ts";

const path = "/proxy/v1/loyalty/customers/{platform_customer_id}/birthday";
const params = z.object({ platform_customer_id: customerIdText });

const month = (message: string) => z.int(message).min(1, message).max(12, message);
const day = (message: string) => z.int(message).min(1, message).max(31, message);

const recordSchema = z
  .object({
    month: z.int().meta({ description: "1 is January.", example: 2 }),
    day: z.int().meta({
      description: "Of the month; 29 February is kept on the 28th in years without it.",
      example: 29,
    }),
    counts_from: dayText().meta({
      description: "No reward for a birthday before this day, in the store's zone.",
      example: "2026-12-23",
    }),
  })
  .meta({ id: "LoyaltyBirthday" });

const toRecord = ({ countsFrom, ...birthday }: Birthday): z.infer<typeof recordSchema> => ({
  ...{ month: birthday.month, day: birthday.day, counts_from: countsFrom },
});

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path,
  scope: null,
  operationId: "getLoyaltyBirthday",
  summary: "The birthday that a customer has named",
  description:
    "An extension of the contract. Null when there is none yet. For the shopper who is logged in, of themselves.",
  params,
  answer: z.object({
    data: recordSchema.nullable().meta({ description: "Null when none is known." }),
  }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid } }) => {
    const customer = await ownCustomer(context, caller, cid);
    const birthday = await readBirthday(context, customer.id);
    return { data: birthday && toRecord(birthday) };
  },
});

export const action = declareRoute({
  api: loyaltyApi,
  method: "POST",
  path,
  scope: null,
  operationId: "setLoyaltyBirthday",
  summary: "A customer names their birthday, once",
  description:
    "An extension of the contract. Afterwards only the store can change it: another day is 409, the same one is answered again. Rewards come once a calendar year, and none in the first 30 days. For the shopper who is logged in, of themselves.",
  params,
  admit: admitOwn,
  body: z.strictObject({
    month: month("Must be a month, from 1 to 12.").meta({
      description: "1 is January.",
      example: 2,
    }),
    day: day("Must be a day of that month.").meta({
      description: "Of the month; 29 February is a day.",
      example: 29,
    }),
  }),
  answer: z.object({ data: recordSchema.meta({ description: "As it is kept now." }) }),
  errors: ["forbidden", "not_found", "already_done"],
  handle: async ({ context, caller, params: { platform_customer_id: cid }, body }) => {
    const customer = await ownCustomer(context, caller, cid);
    return { data: toRecord(await setBirthday(context, customer.id, body)) };
  },
});
