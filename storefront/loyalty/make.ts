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

/** A field with its label above it. */
export function makeField(words: string, field: HTMLElement): HTMLLabelElement {
  return make("label", { className: "pnl-field" }, make("span", {}, words), field);
}
