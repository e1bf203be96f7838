import type { BadgeProps } from "@shopify/polaris";
import type { RuleStatusName } from "#app/domain/loyalty/read/managed-rule.ts";

/** The address of the list. */
export const RULES = "/app/loyalty/rules";

export const STATUS_WORDS: Readonly<
  Record<RuleStatusName, { label: string; tone?: NonNullable<BadgeProps["tone"]> }>
> = {
  active: { label: "Active", tone: "success" },
  inactive: { label: "Off" },
  draft: { label: "Draft", tone: "info" },
};
