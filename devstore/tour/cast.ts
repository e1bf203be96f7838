import { z } from "zod";
import { emailAddress } from "../controls/email-address.ts";

/** Whom a tour is about. The visitor's browser keeps it between the steps; each step checks it before it relies on it. */
export const castSchema = z.object({
  cid: z.number().int().optional(),
  contractId: z.number().int().optional(),
  email: emailAddress.optional(),
  name: z.string().max(100).optional(),
  /** The app's own numbers for the two, as its admin and its API name them. */
  customerId: z.string().regex(/^\d+$/).optional(),
  subscriptionId: z
    .string()
    .regex(/^sub_\d+$/)
    .optional(),
  memberId: z
    .string()
    .regex(/^mem_\d+$/)
    .optional(),
  /** The last row of the exports that was read. */
  lastRow: z.number().int().optional(),
  idempotencyKey: z.string().max(100).optional(),
  /** A loyalty rule. */
  rule: z.number().int().optional(),
});
export type Cast = z.infer<typeof castSchema>;
