import { make } from "#storefront/make.ts";
import type { Sentences } from "../sentences.ts";
import type { WordKey } from "../words/en.ts";

export function select(options: readonly HTMLOptionElement[]): HTMLSelectElement {
  return make("select", { name: "choice" }, ...options);
}

export function radio(value: string, words: Node): HTMLLabelElement {
  const input = make("input", { type: "radio", name: "choice", value, required: true });
  return make("label", { className: "pn-reason" }, input, make("span", {}, words));
}

export function dayField(
  { say }: Sentences,
  key: WordKey,
  range: { earliest: string; latest: string } | null,
  now: string | null,
): HTMLElement {
  const { earliest: min = "", latest: max = "" } = range ?? {};
  const input = make("input", { type: "date", name: "day", min, max, required: true });
  if (now) input.value = now;
  return field(say(key), input);
}

/** The page may have the same form twice. */
export function field(words: Node, input: HTMLElement): HTMLElement {
  input.id = `pn-${crypto.randomUUID()}`;
  return make("div", { className: "pn-field" }, make("label", { htmlFor: input.id }, words), input);
}
