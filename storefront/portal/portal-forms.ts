import { make } from "#storefront/make.ts";
import type { Change, PortalAnswer } from "./answers.ts";
import type { Form } from "./forms/form.ts";
import { questionPlans } from "./forms/question-plans.ts";
import { READ_ONLY } from "./forms/read-only.ts";
import type { Screen } from "./portal.ts";
import type { plansOf } from "./portal-plans.ts";
import type { Sentences } from "./sentences.ts";

export { receiptOf } from "./receipt.ts";

/** The form of a screen. It is called with what `portal-plans.js` brings: each of the two keeps within its budget. */
export function makeForm(
  this: { plansOf: typeof plansOf },
  screen: Screen,
  facts: PortalAnswer,
  sentences: Sentences,
  send: (change: Change) => void,
): Form {
  if (screen === "charges" || screen === "payment") return READ_ONLY[screen](facts, sentences);
  const plans =
    screen === "question" ? questionPlans(facts) : this.plansOf(screen, facts, sentences);
  const forms = plans.map((plan) => ({ plan, form: make("form", {}, ...plan.content) }));
  for (const { plan, form } of forms) {
    form.onsubmit = () => {
      const change = plan.change(new FormData(form));
      if (change) send(change);
      return false;
    };
  }
  const element = make("div", { className: "pn-portal-body" }, ...forms.map(({ form }) => form));
  return {
    element,
    addButtons(back, makeButton) {
      for (const { plan, form } of forms) {
        const row = make("div", { className: "pn-actions" }, makeButton(plan.button, true));
        if (forms.length === 1) row.append(back);
        form.append(row);
      }
      if (forms.length !== 1) element.append(make("div", { className: "pn-actions" }, back));
    },
  };
}
