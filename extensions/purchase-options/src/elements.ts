/** The platform's elements that the extension uses, with those of their properties that it sets. */
interface Properties {
  "s-admin-action": { heading?: string; loading?: boolean };
  "s-badge": { tone?: "success" | "info" | "neutral" };
  "s-banner": { heading?: string; tone?: "success" | "critical" };
  "s-button": {
    accessibilityLabel?: string;
    loading?: boolean;
    disabled?: boolean;
    tone?: "critical" | "auto";
    variant?: "primary" | "secondary";
  };
  "s-link": { accessibilityLabel?: string };
  "s-list-item": object;
  "s-paragraph": { color?: "subdued" };
  "s-section": { heading?: string };
  "s-stack": { gap?: "small" | "base"; direction?: "inline"; alignItems?: "center" };
  "s-unordered-list": object;
}

type Tag = keyof Properties;

/** One of the platform's elements. */
export type PlatformElement<T extends Tag> = HTMLElement & Required<Properties[T]>;

/** Makes an element with its properties and what is in it. */
export function make<T extends Tag>(
  tag: T,
  properties: Properties[T],
  ...children: (Node | string)[]
): PlatformElement<T> {
  const element = Object.assign(document.createElement(tag), properties) as PlatformElement<T>;
  for (const child of children) {
    element.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
  return element;
}

/** Replaces the text in an element, and leaves it alone when it says so already. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
