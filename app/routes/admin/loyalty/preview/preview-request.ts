import { z } from "zod";
import { PREVIEW_LANGUAGES } from "../../preview/preview-steps.ts";
import {
  PREVIEW_STANDINGS,
  type PreviewStanding,
  RULE_BLOCKS,
  type RuleBlock,
} from "./preview-choices.ts";

const seen = {
  locale: z.enum(PREVIEW_LANGUAGES.map(({ locale }) => locale)),
  standing: z.enum(Object.keys(PREVIEW_STANDINGS) as [PreviewStanding, ...PreviewStanding[]]),
  /** What is in the editor's fields, as saving it would send it. */
  input: z.unknown(),
};

/** What an editor of the loyalty program wants to see: what is in its fields, saved or not. */
export const loyaltyPreviewSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("rule"),
    block: z.enum(Object.keys(RULE_BLOCKS) as [RuleBlock, ...RuleBlock[]]),
    ...seen,
  }),
  z.object({ kind: z.literal("tiers"), ...seen }),
  z.object({ kind: z.literal("point_reward"), ...seen }),
]);

export type LoyaltyPreviewRequest = z.infer<typeof loyaltyPreviewSchema>;
