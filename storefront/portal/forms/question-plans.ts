import { make } from "#storefront/make.ts";
import type { PortalAnswer } from "../answers.ts";
import type { Plan } from "./form.ts";

/** What the store asks, in the words of its mail, and a form for each answer. */
export function questionPlans({ choices }: PortalAnswer): Plan[] {
  const { question: asked } = choices;
  if (!asked) return [];
  const { change_id, language: lang, question, facts, agree, decline } = asked;
  const rows = facts.flatMap(({ label, value }) => [make("dt", {}, label), make("dd", {}, value)]);
  const plan = (words: string, answer: "agreed" | "declined", ...content: Node[]): Plan => ({
    content,
    button: make("span", { lang }, words),
    change: () => ({ action: "answer", change_id, answer }),
  });
  const says = [
    make("p", { lang }, question),
    make("dl", { lang, className: "pn-facts" }, ...rows),
  ];
  return [plan(agree, "agreed", ...says), ...(decline ? [plan(decline, "declined")] : [])];
}
