import { bringHistory } from "./bring-history.ts";
import { LoyaltyElement } from "./loyalty-element.ts";
import { type Progress, pointsLine, progressLine, type Standing, stageOf } from "./standing.ts";

/** `<perennial-points>`: a customer's points, and how far they are with each rule. */
class PerennialPoints extends LoyaltyElement<Standing> {
  protected draw({ points_balance: balance, points_pending: pending, rules }: Standing) {
    this.say("balance", pointsLine(balance, this.numbers));
    this.show("balance", balance > 0);
    this.show("none", balance === 0);
    this.say("pending", ["pending", { points: pointsLine(pending, this.numbers) }]);
    this.show("pending", pending > 0);
    if (balance === 0) this.show("expires", false);
    for (const { id, completion_progress: progress } of rules) {
      const rule = this.querySelector<HTMLElement>(`[data-rule="${id}"]`);
      if (rule && progress) this.#drawProgress(rule, progress);
    }
  }

  protected claimNothing() {
    this.show("none", false);
  }

  #drawProgress(rule: HTMLElement, progress: Progress) {
    const { current, required } = progress;
    const { isDone, isLast } = stageOf(progress);
    this.say("progress", progressLine(progress, "money" in rule.dataset, this.numbers), rule);
    const punch = this.find("punch", rule);
    this.show("last", isLast && punch !== null, rule);
    this.show("done", isDone, rule);
    const bar = this.find("bar", rule) as HTMLProgressElement | null;
    if (bar) {
      bar.max = required;
      bar.value = current;
    }
    if (!punch) return;
    if (punch.childElementCount !== required) {
      const steps = Array.from({ length: required }, () => document.createElement("i"));
      punch.replaceChildren(...steps);
    }
    for (const [at, step] of [...punch.children].entries()) {
      step.classList.toggle("pnl-full", at < current);
    }
  }
}

// The script may be in the page twice.
if (!customElements.get("perennial-points")) {
  customElements.define("perennial-points", PerennialPoints);
  bringHistory();
}
