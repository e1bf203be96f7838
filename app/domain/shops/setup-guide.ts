import { z } from "zod";

/** What a new merchant is led through, in this order. */
export const SETUP_STEPS = ["key", "offers", "theme"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export function isSetupStep(value: unknown): value is SetupStep {
  return typeof value === "string" && (SETUP_STEPS as readonly string[]).includes(value);
}

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
