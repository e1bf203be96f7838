import { z } from "zod";

/** A status as the query has it: one of a few whole numbers. Sent empty, it is wrong. */
export function statusField(known: readonly number[], message: string) {
  return z
    .string(message)
    .regex(/^\d$/, message)
    .transform(Number)
    .refine((status) => known.includes(status), message)
    .optional();
}
