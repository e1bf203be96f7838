import { z } from "zod";
import { offerRulesSchema } from "#app/domain/churn/offers/types/offer-types.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { PREVIEW_LANGUAGES, PREVIEW_MOMENTS, type PreviewMoment } from "./preview-steps.ts";

const text = z.string().max(500);

/** What an editor wants to see: the flow with what is in its fields, saved or not. */
export const previewRequestSchema = z.object({
  moment: z.enum(Object.keys(PREVIEW_MOMENTS) as [PreviewMoment, ...PreviewMoment[]]),
  locale: z.enum(PREVIEW_LANGUAGES.map(({ locale }) => locale)),
  offer: z.object({ name: text, description: text, rules: offerRulesSchema }).nullable(),
  /** Null: the reasons as they are saved. */
  reasons: z
    .array(
      z.object({
        alias: z.enum(REASON_ALIASES),
        title: text.nullable(),
        description: text.nullable(),
      }),
    )
    .max(REASON_ALIASES.length)
    .nullable(),
  /** The reason that is chosen in the picture. */
  reason: z.enum(REASON_ALIASES).nullable(),
  help: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("contact") }),
      z.object({ kind: z.literal("help"), url: text }),
    ])
    .nullable(),
});

export type PreviewRequest = z.infer<typeof previewRequestSchema>;

/** What an editor shows of itself: its fields as they are, complete or not. */
export type PreviewDraft = Pick<PreviewRequest, "offer" | "reasons" | "reason" | "help">;
