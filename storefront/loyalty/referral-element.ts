import { make } from "#storefront/make.ts";
import { ActionElement } from "./action-element.ts";
import { linkAt, type Referrals } from "./referral.ts";
import { replaceInRoom } from "./room.ts";

const EXAMPLE: Referrals = {
  ...{ code: "K7PX2MBQ4T", link: "https://example.com/?ref=K7PX2MBQ4T" },
  ...{ waiting: 1, counted: 3 },
};

/** `<perennial-referral>`: a customer's own link, ways to give it on, and what came of it. */
class PerennialReferral extends ActionElement<Referrals> {
  protected draw(referrals: Referrals) {
    const { waiting, counted } = referrals;
    const url = linkAt(referrals, location.origin, window.Shopify?.routes?.root ?? "/");
    const { count } = this.numbers;
    const lines: HTMLElement[] = [];
    if (counted > 0)
      lines.push(make("p", {}, ...this.words("rf_counted", { number: count(counted) })));
    if (waiting > 0)
      lines.push(make("p", {}, ...this.words("rf_waiting", { number: count(waiting) })));
    if (lines.length === 0) lines.push(make("p", {}, ...this.words("rf_none")));
    replaceInRoom(this.body, this.openedMs, () => this.#place(url, lines));
  }

  #place(url: string, lines: HTMLElement[]) {
    const states = this.find("states");
    // The link itself never changes: who has just selected or focused it keeps that.
    if (states) return states.replaceChildren(...lines);
    const link = make("code", { tabIndex: -1, dir: "ltr" }, url);
    const buttons = [this.button("rf_copy", () => void this.#copy(link))];
    if ("share" in navigator) buttons.push(this.button("rf_share", () => void this.#share(url)));
    const place = make("div", { className: "pnl-section" }, ...lines);
    place.dataset.p = "states";
    this.body.replaceChildren(
      make("p", { className: "pnl-actions" }, link),
      make("p", { className: "pnl-actions" }, ...buttons),
      place,
    );
  }

  /** The store does not know this customer yet; in the theme editor, where nobody is signed in, an example shows the place. */
  protected override drawNothing() {
    if (window.Shopify?.designMode) return this.draw(EXAMPLE);
    this.claimNothing();
    this.show("unavailable", true);
  }

  async #copy(link: HTMLElement) {
    try {
      await navigator.clipboard.writeText(link.textContent ?? "");
      this.tell("rf_copied");
    } catch {
      getSelection()?.selectAllChildren(link);
      this.tell(null, "rf_copy_failed");
    }
  }

  async #share(url: string) {
    this.tell(null);
    // Who closes the sheet has changed their mind.
    await navigator.share({ url }).catch(() => {});
  }
}

// The script may be in the page twice.
customElements.get("perennial-referral") ??
  customElements.define("perennial-referral", PerennialReferral);
