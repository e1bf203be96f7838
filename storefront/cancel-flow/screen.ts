import { moneyFormat } from "#storefront/money/money-format.ts";
import type { FlowView } from "./flow.ts";
import type { Line } from "./flow-lines.ts";

/** What of a view can be seen. */
export type Shown = Pick<FlowView, "step" | "busy" | "error" | "lines" | "facts" | "over">;

/**
 * Gives the function that shows a view in the markup which the page brought along: a part with `data-if` is
 * there while one of its words holds, `data-lines` takes lines of text, and their words are in the template.
 */
export function createScreen(element: HTMLElement): (view: Shown) => void {
  const { lang } = element;
  const all = <T extends HTMLElement>(selector: string) => element.querySelectorAll<T>(selector);
  const words = element.querySelector("template")?.content;

  const format = (place: string, values: Record<string, unknown>): string | Node => {
    const value = values[place];
    const amount = Number(value);
    if (Array.isArray(value)) return write("span", value as Line);
    if (place === "percent") {
      return (amount / 100).toLocaleString(lang, { style: "percent", maximumFractionDigits: 2 });
    }
    if (place.endsWith("minor")) {
      // A server of an older version does not say.
      const digits = Number(values.currency_digits ?? 2);
      const target = document.createElement("bdi");
      target.append(moneyFormat(lang, `${values.currency}`, digits).format(amount / 10 ** digits));
      if (place !== "was_minor") return target;
      const former = document.createElement("s");
      former.append(target);
      return former;
    }
    const text = `${value}`;
    return /^\d{4}-\d\d-\d\d$/.test(text)
      ? new Date(text).toLocaleDateString(lang, { dateStyle: "long", timeZone: "UTC" })
      : text;
  };

  const write = (tag: string, [key, values = {}]: Line): HTMLElement => {
    const target = document.createElement(tag);
    const text = words?.querySelector(`[data-k=${key}]`)?.textContent ?? "";
    const parts = text.split(/\{(\w+)\}/);
    target.dataset.k = key;
    target.append(
      ...parts.map((part, index) =>
        index % 2 ? format(part, values as Record<string, unknown>) : part,
      ),
    );
    return target;
  };

  return ({ step, busy, error, lines, facts, over }) => {
    const words = [
      step,
      step + (facts.offer ? 3 : 2),
      error ?? "fine",
      over ?? "live",
      facts.help?.kind ?? "alone",
    ];
    const shown = words.map((word) => `[data-if~=${word}]`).join();
    for (const part of all("[data-if]")) part.hidden = !part.matches(shown);
    for (const link of all<HTMLAnchorElement>("[data-help]")) link.href = facts.help?.url ?? "";
    for (const button of all("[data-do], form button")) button.ariaDisabled = `${busy}`;
    // A page's first formatter takes a browser ten milliseconds: better while the shopper reads than
    // together with the answer that it is for. Every later one is free.
    setTimeout(Intl.NumberFormat, 0, lang);
    for (const target of all(`[data-lines=${step}]`)) {
      target.replaceChildren(...lines.map((line) => (line ? write("p", line) : "")));
    }
  };
}
