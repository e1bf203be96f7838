import { make } from "#storefront/make.ts";
import { isChangeable } from "../portal.ts";
import { field, select } from "./fields.ts";
import type { Parts, Plan } from "./form.ts";

/** For each product a form for its quantity and one for its kind. */
export function productPlans({ facts, sentences }: Parts): Plan[] {
  const { say, money } = sentences;
  const { revision, contract } = facts;
  const amountOf = (minor: number | null) =>
    minor === null ? "–" : (money(minor, contract).textContent ?? "");
  return facts.choices.lines.filter(isChangeable).flatMap((line): Plan[] => {
    const { line_id, quantities, variants, quantity } = line;
    const name = [line.title, line.variant_title].filter(Boolean).join(", ");
    const picture = (url = line.image_url) => {
      const of = make("p", { className: "pn-products" });
      if (url) of.append(make("img", { src: url, alt: "", width: 64, height: 64 }));
      return of;
    };
    const plans: Plan[] = [];
    if (quantities) {
      const options = quantities.amounts.map((minor, at) => {
        const number = quantities.least + at;
        const words = { quantity: `${number}`, amount: amountOf(minor) };
        const isNow = number === quantity;
        return new Option(sentences.text("quantity_option", words), `${number}`, isNow, isNow);
      });
      plans.push({
        content: [picture(), field(withName(name, say("quantity")), select(options))],
        button: say("save_quantity"),
        change: (data) => {
          const number = Number(data.get("choice"));
          return { action: "change_quantity", revision, line_id, quantity: number };
        },
      });
    }
    if (variants.some(({ available }) => available)) {
      const options = variants.map(({ variant_id, title, amount_minor, available }) => {
        const words = { title: title ?? line.title, amount: amountOf(amount_minor) };
        const text = sentences.text(available ? "variant_option" : "sold_out", words);
        return Object.assign(new Option(text, `${variant_id}`), { disabled: !available });
      });
      const choice = select(options);
      let shown = picture();
      // The picture is of what is chosen; a variant without its own has the product's.
      choice.onchange = () => {
        const { image_url } = variants[choice.selectedIndex] ?? {};
        const next = picture(image_url ?? line.image_url);
        shown.replaceWith(next);
        shown = next;
      };
      plans.push({
        content: [shown, field(withName(name, say("variant")), choice)],
        button: say("save_variant"),
        change: (data) => {
          const variant = Number(data.get("choice"));
          return { action: "change_variant", revision, line_id, variant_id: variant };
        },
      });
    }
    return plans;
  });
}

function withName(name: string, words: Node): Node {
  return make("span", {}, `${name}: `, words);
}
