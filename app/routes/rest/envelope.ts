import { z } from "zod";

/** The envelope of the core REST API (contract, section 2.1). */
const metaSchema = z
  .object({
    total: z.number().int().meta({
      description: "How many records match, on all pages together; 1 for a single record.",
      example: 137,
    }),
    limit: z
      .number()
      .int()
      .meta({ description: "The most that a page holds, as it was asked for.", example: 50 }),
    offset: z
      .number()
      .int()
      .meta({ description: "How many matching records come before this page.", example: 50 }),
    has_more: z
      .boolean()
      .meta({ description: "Whether records follow after this page.", example: true }),
  })
  .meta({ id: "Meta" });

const metaOfAnswer = metaSchema.meta({ description: "Which part of the list this is." });

export function oneRecordSchema<T extends z.ZodType>(record: T) {
  return z.object({ data: record.meta({ description: "The record." }), meta: metaOfAnswer });
}

export function oneRecord<T>(data: T) {
  return { data, meta: { total: 1, limit: 1, offset: 0, has_more: false } };
}

const THINGS = { mem: "member", sub: "subscription", bat: "billing attempt" } as const;

const PAGE_TEXTS = {
  limit: "Must be a whole number from 1 to 100.",
  offset: "Must be a whole number, 0 or more.",
};

/** An opaque core id such as `sub_12`, read into the internal id. Another prefix or shape does not exist. */
export function prefixedId(prefix: keyof typeof THINGS) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[1-9]\\d{0,17}$`), `There is no such ${THINGS[prefix]}.`)
    .transform((text) => BigInt(text.slice(prefix.length + 1)))
    .meta({
      description: `The ${THINGS[prefix]}'s id, as an answer of this API has it.`,
      example: `${prefix}_12`,
    });
}

/** The page that a list is asked for: 50 rows by default and never more than 100. */
export const pageQuery = {
  limit: wholeNumber(PAGE_TEXTS.limit, 1, 100).default(50).meta({
    description: "How many records a page holds at most: 1 to 100, and 50 when it is left out.",
    example: "50",
  }),
  offset: wholeNumber(PAGE_TEXTS.offset, 0, Number.MAX_SAFE_INTEGER).default(0).meta({
    description: "How many matching records to skip; 0 when it is left out.",
    example: "0",
  }),
};

export function manyRecordsSchema<T extends z.ZodType>(record: T) {
  return z.object({
    data: z.array(record).meta({ description: "The records of the page, newest first." }),
    meta: metaOfAnswer,
  });
}

export function manyRecords<T>(
  data: T[],
  { total, limit, offset }: { total: number; limit: number; offset: number },
) {
  return { data, meta: { total, limit, offset, has_more: offset + data.length < total } };
}

function wholeNumber(message: string, min: number, max: number) {
  return z
    .string(message)
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}
