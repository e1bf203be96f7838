import { make } from "#storefront/make.ts";
import { ActionElement } from "./action-element.ts";
import { type PointsEntry, signed, whyLine } from "./history.ts";
import { isLate, replaceInRoom } from "./room.ts";
import { dayLine } from "./tier-standing.ts";

const EXAMPLE: PointsEntry[] = [
  {
    ...{ id: 2, date: "2026-05-01", type: 8, points: 45, available_from: "2026-05-15" },
    ...{ name: null, reason: null, order_name: "#1042" },
  },
  {
    ...{ id: 1, date: "2026-04-02", type: 8, points: 240, available_from: null },
    ...{ name: null, reason: null, order_name: "#1007" },
  },
];

/** `<perennial-history>`: why a customer's points have moved, newest first. */
class PerennialHistory extends ActionElement<PointsEntry[]> {
  #shown = "";

  override connectedCallback() {
    this.openedMs = Number(this.dataset.opened);
    super.connectedCallback();
  }

  protected draw(entries: PointsEntry[]) {
    // Asked for again when the shopper comes back: what has not changed stays, with what is selected in it.
    const told = JSON.stringify(entries);
    if (told === this.#shown && isLate(this.openedMs)) return;
    this.#shown = told;
    const { body } = this;
    replaceInRoom(body, this.openedMs, () =>
      body.replaceChildren(
        entries.length > 0 ? this.#table(entries) : make("p", {}, ...this.words("ph_none")),
      ),
    );
  }

  protected override drawNothing() {
    this.draw(window.Shopify?.designMode ? EXAMPLE : []);
  }

  protected override claimNothing() {
    if (!this.#shown) super.claimNothing();
  }

  #table(entries: PointsEntry[]): HTMLTableElement {
    const head = make("tr");
    for (const key of ["ph_day", "ph_why", "ph_change"] as const) {
      head.append(make("th", { scope: "col" }, ...this.words(key)));
    }
    return make(
      "table",
      { className: "pnl-table" },
      make("thead", {}, head),
      make("tbody", {}, ...entries.map((one) => this.#row(one))),
    );
  }

  #row(entry: PointsEntry): HTMLTableRowElement {
    const { date, available_from: from, name, reason, points } = entry;
    const why = make("td", {}, make("span", { dir: "auto" }, ...this.sentence(whyLine(entry))));
    const add = (...content: (string | Node)[]) =>
      why.append(make("br"), make("small", { dir: "auto" }, ...content));
    if (name) add(name);
    if (reason) add(reason);
    if (from) add(...this.words("ph_from", { date: dayLine(from, this.lang) }));
    return make(
      "tr",
      {},
      make("td", {}, make("time", { dateTime: date }, dayLine(date, this.lang))),
      why,
      make("td", {}, make("bdi", {}, signed(points, this.lang))),
    );
  }
}

// The page may ask for the script twice.
customElements.get("perennial-history") ??
  customElements.define("perennial-history", PerennialHistory);
