import { z } from "zod";

/** What a new merchant is led through, in this order. */
export const SETUP_STEPS = ["key", "offers", "theme"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What the merchant says about the guide: dismisses it, brings it back, or calls a step done. */
export const setupGuideChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("dismiss") }),
  z.object({ kind: z.literal("bring_back") }),
  z.object({ kind: z.literal("mark_done"), step: z.enum(SETUP_STEPS) }),
]);
export type SetupGuideChange = z.infer<typeof setupGuideChangeSchema>;

/** The guide's part of `shops.settings`: what the merchant has said about it. */
export const setupGuideSettingsSchema = z.object({
  setup_guide: z
    .object({
      dismissed: z.boolean().default(false),
      done: z.array(z.enum(SETUP_STEPS)).default([]),
    })
    .default({ dismissed: false, done: [] }),
});

export interface SetupGuide {
  dismissed: boolean;
  /** A step is done when the store's own data shows it, or when the merchant said so. */
  done: Readonly<Record<SetupStep, boolean>>;
}
