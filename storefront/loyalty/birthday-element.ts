import { make, makeField } from "#storefront/make.ts";
import { ActionElement } from "./action-element.ts";
import { type Birthday, dayOfYear, daysIn, isLeapDay, monthNames, troubleOf } from "./birthday.ts";
import { sendLoyalty } from "./send-loyalty.ts";
import { dayLine } from "./tier-standing.ts";

type Day = Pick<Birthday, "month" | "day">;

/** `<perennial-birthday>`: a customer names their birthday, once, and is asked whether it is right before. */
class PerennialBirthday extends ActionElement<Birthday | null> {
  protected draw(birthday: Birthday | null) {
    if (birthday) this.#showKnown(birthday);
    else if (!this.body.querySelector("form")) this.#ask();
  }

  protected override drawNothing() {
    this.draw(null);
  }

  #showKnown(birthday: Birthday) {
    const date = dayOfYear(birthday, this.lang);
    const from = dayLine(birthday.counts_from, this.lang);
    this.body.replaceChildren(
      make("p", {}, make("strong", {}, ...this.words("bd_is", { date }))),
      ...this.#leapNote(birthday),
      make("p", {}, ...this.words("bd_from", { date: from })),
      make("p", {}, ...this.words("bd_change")),
    );
  }

  #leapNote(day: Day): HTMLElement[] {
    if (!isLeapDay(day)) return [];
    const date = dayOfYear({ month: 2, day: 28 }, this.lang);
    return [make("p", {}, ...this.words("bd_leap", { date }))];
  }

  #ask(chosen: Partial<Day> = {}) {
    const choice = (names: readonly string[], value = 0) => {
      const select = make("select", { required: true });
      select.append(
        make("option", { value: "" }, "–"),
        ...names.map((name, at) => make("option", { value: `${at + 1}` }, name)),
      );
      select.value = value ? `${value}` : "";
      return select;
    };
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);
    const month = choice(monthNames(this.lang), chosen.month);
    const day = choice(numbers(31), chosen.day);
    const limit = () => {
      const last = daysIn(Number(month.value) || 1);
      for (const option of day.options)
        option.hidden = option.disabled = Number(option.value) > last;
      if (Number(day.value) > last) day.value = "";
    };
    month.onchange = limit;
    limit();
    const form = make("form", { className: "pnl-section" });
    const save = this.button("bd_save", () => {});
    save.type = "submit";
    form.append(
      make("p", {}, ...this.words("bd_once")),
      make(
        "div",
        { className: "pnl-line" },
        makeField(this.text("bd_month"), month),
        makeField(this.text("bd_day"), day),
      ),
      make("p", {}, save),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#confirm({ month: Number(month.value), day: Number(day.value) });
    };
    this.body.replaceChildren(form);
    return month;
  }

  #confirm(chosen: Day) {
    this.tell(null);
    const date = dayOfYear(chosen, this.lang);
    const question = make("p", { tabIndex: -1 }, ...this.words("bd_confirm", { date }));
    // While something is asked, no news may take the question away.
    question.dataset.begun = "";
    const yes = this.button("bd_yes", () => void this.once(yes, () => this.#save(chosen)));
    const back = this.button("bd_back", () => {
      this.tell(null);
      this.#ask(chosen).focus();
    });
    this.body.replaceChildren(
      question,
      ...this.#leapNote(chosen),
      make("p", { className: "pnl-actions" }, yes, back),
    );
    question.focus();
  }

  async #save(chosen: Day) {
    const sent = await sendLoyalty<Birthday>(this.dataset.url ?? "", {
      ...{ month: chosen.month, day: chosen.day },
    });
    if (sent.outcome === "done") {
      this.#showKnown(sent.data);
      this.tell("bd_saved");
      this.find("said")?.focus();
      return;
    }
    this.tell(null, troubleOf(sent));
    if (sent.outcome !== "conflict") return;
    // Set elsewhere meanwhile: what is known is shown.
    this.body.replaceChildren();
    setTimeout(() => this.load());
  }
}

// The script may be in the page twice.
customElements.get("perennial-birthday") ??
  customElements.define("perennial-birthday", PerennialBirthday);
