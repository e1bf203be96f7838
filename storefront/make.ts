/** A new element with its properties and what is in it. Texts stay texts. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...content: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...content);
  return made;
}

/** A button as the theme has them. */
export function makeButton(words: string, press: () => void): HTMLButtonElement {
  const className = "pnl-button button button--secondary button-secondary";
  return make("button", { type: "button", className, onclick: press }, words);
}

/** A field with its label above it. The page may have the same block twice, and thus the same field. */
export function makeField(words: string, field: HTMLElement): HTMLElement {
  field.id = `pnl-${crypto.randomUUID()}`;
  return make(
    "div",
    { className: "pnl-field" },
    make("label", { htmlFor: field.id }, words),
    field,
  );
}
