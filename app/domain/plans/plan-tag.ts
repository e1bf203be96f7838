import { z } from "zod";
import { lineText } from "#app/lib/line-text.ts";

const MAX_TAG = 255;

/** What customers are tagged with while a membership of the group is paid for; null for no tag. */
export const customerTagSchema = z
  .string()
  .overwrite(lineText)
  .max(MAX_TAG, `A tag has at most ${MAX_TAG} characters.`)
  .refine((tag) => !tag.includes(","), "A tag can't have a comma: Shopify reads two tags then.")
  .transform((tag) => (tag === "" ? null : tag))
  .nullable()
  .default(null);
