type Rule = "text" | "boolean" | readonly string[];

interface ElementRule {
  /** What each property may be set to. */
  properties: Readonly<Record<string, Rule>>;
  /** Slots of the element's own for its children. */
  slots?: readonly string[];
  events?: readonly string[];
  /** Takes text. */
  text?: boolean;
}

const gaps = ["none", "small-200", "small-100", "small", "base", "large", "large-100"];
const tones = ["auto", "neutral", "info", "success", "caution", "warning", "critical"];

/**
 * The platform's elements of API version 2026-10 that this admin draws, with properties as its published types have
 * them. What stands here and nothing else is known: an extension that uses more is stopped, and this table grows.
 */
const ELEMENT_RULES: Readonly<Record<string, ElementRule>> = {
  "s-admin-action": {
    properties: { heading: "text", loading: "boolean" },
    slots: ["primary-action", "secondary-actions"],
  },
  "s-badge": { properties: { tone: tones }, text: true },
  "s-banner": {
    properties: { heading: "text", tone: ["auto", "info", "success", "warning", "critical"] },
    slots: ["secondary-actions"],
    text: true,
  },
  "s-button": {
    properties: {
      accessibilityLabel: "text",
      disabled: "boolean",
      loading: "boolean",
      tone: ["auto", "neutral", "critical"],
      variant: ["auto", "primary", "secondary", "tertiary"],
    },
    events: ["click"],
    text: true,
  },
  "s-link": {
    properties: { accessibilityLabel: "text", href: "text" },
    events: ["click"],
    text: true,
  },
  "s-list-item": { properties: {}, text: true },
  "s-paragraph": { properties: { color: ["base", "subdued"] }, text: true },
  "s-section": { properties: { heading: "text" } },
  "s-stack": {
    properties: {
      gap: gaps,
      direction: ["block", "inline"],
      alignItems: ["start", "center", "end", "stretch", "normal", "baseline"],
    },
  },
  "s-unordered-list": { properties: {} },
};

export function ruleOf(tag: string): ElementRule {
  const rule = ELEMENT_RULES[tag];
  if (rule === undefined) throw new TypeError(`<${tag}> is no element of this admin`);
  return rule;
}

/** @throws TypeError for a property that the element does not have, or a value that it does not take. */
export function checkProperty(tag: string, name: string, value: unknown): void {
  if (name === "slot") return;
  const rule = ruleOf(tag).properties[name];
  if (rule === undefined) throw new TypeError(`<${tag}> has no property ${name}`);
  const fits =
    rule === "text"
      ? typeof value === "string"
      : rule === "boolean"
        ? typeof value === "boolean"
        : rule.includes(String(value));
  if (!fits) throw new TypeError(`<${tag}> takes no ${name} ${JSON.stringify(value)}`);
}
