import { z } from "zod";

/** The envelope of the core REST API (contract, section 2.1). */
const metaSchema = z
  .object({
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
    has_more: z.boolean(),
  })
  .meta({ id: "Meta" });

export function oneRecordSchema<T extends z.ZodType>(record: T) {
  return z.object({ data: record, meta: metaSchema });
}

export function oneRecord<T>(data: T) {
  return { data, meta: { total: 1, limit: 1, offset: 0, has_more: false } };
}

/** An opaque core id such as `sub_12`, read into the internal id. Another prefix or shape does not exist. */
export function prefixedId(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[1-9]\\d{0,17}$`))
    .transform((text) => BigInt(text.slice(prefix.length + 1)));
}
