import { loadModule } from "#storefront/load-module.ts";
import { applyCoupon } from "./apply-coupon.ts";
import { type Coupon, lastDay, shownCoupons, stateOf, valueLine } from "./coupons.ts";
import { LoyaltyElement } from "./loyalty-element.ts";
import type { Redeeming, startRedeeming } from "./redeem-points.ts";

/**
 * `<perennial-coupons>`: a customer's coupons, and the ways to use them. Few redeem points when they look at their coupons, so
 * that script comes when somebody reaches for it.
 */
class PerennialCoupons extends LoyaltyElement<Coupon[]> {
  #isBusy = false;
  #isOld = this.dataset.known === undefined;
  #redeeming: Promise<Redeeming> | undefined;

  override connectedCallback() {
    super.connectedCallback();
    const points = this.find("points");
    for (const reach of ["pointerenter", "focusin"]) {
      points?.addEventListener(reach, () => void this.#prepare()?.catch(() => {}));
    }
    this.onclick = (event) => {
      const control = (event.target as Element).closest<HTMLElement>("[data-do]");
      const row = control?.closest<HTMLElement>("[data-reward]");
      // The second press of two is one too many.
      if (row && event.detail < 2) void this.#redeem(row);
      const coupon = control?.closest<HTMLElement>("[data-code]");
      if (!control || !coupon) return;
      if (control.dataset.do === "copy") void this.#copy(coupon);
      // Who wants the link in another tab has it so.
      else if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        void this.#use(coupon, control as HTMLAnchorElement);
      }
    };
  }

  protected draw(coupons: Coupon[]) {
    // What the page was made with is as new as the page; later the store is asked for the points too.
    if (this.#isOld) {
      this.#prepare()?.then(
        (redeeming) => redeeming.refresh(),
        () => {},
      );
    }
    this.#isOld = true;
    const shown = shownCoupons(coupons);
    this.say("none", [shown.length > 0 ? "none_left" : "none"]);
    const isEmpty = !shown.some((coupon) => stateOf(coupon) === "open");
    this.show("none", isEmpty && !this.querySelector("[data-waiting]"));
    const now = shown.map((coupon) => coupon.discount_code + stateOf(coupon));
    const page = [...this.querySelectorAll<HTMLElement>("li[data-code]")];
    if (now.join() === page.map(({ dataset }) => `${dataset.code}${dataset.state}`).join()) return;
    const past = this.find("past");
    const isOpen = (coupon: Coupon) => stateOf(coupon) === "open";
    this.find("open")?.replaceChildren(...shown.filter(isOpen).map((one) => this.#make(one)));
    const others = shown.filter((coupon) => !isOpen(coupon)).map((one) => this.#make(one));
    past?.querySelector("ul")?.replaceChildren(...others);
    this.show("past", others.length > 0);
  }

  protected claimNothing() {
    this.show("none", false);
  }

  /** A coupon that the page does not have, or has in another state. */
  #make(coupon: Coupon): Node {
    const { discount_code: code, expires_at, info, reward_rules: reward } = coupon;
    const state = stateOf(coupon);
    const form = state === "open" ? state : "used";
    const template = this.querySelector("template")?.content;
    const made = document.importNode(
      template?.querySelector(`[data-state=${form}]`) as HTMLElement,
      true,
    );
    made.dataset.code = code;
    made.dataset.state = state;
    this.say("value", valueLine(reward, this.numbers), made);
    (this.find("rule", made) as HTMLElement).textContent = info.rule_name;
    if (form === "used") this.say("state", [state], made);
    else {
      (this.find("code", made) as HTMLElement).textContent = code;
      const date = expires_at && lastDay(expires_at, this.lang, this.dataset.offset ?? "");
      if (date) this.say("until", ["until", { date }], made);
      this.show("until", !!date, made);
      for (const control of made.querySelectorAll<HTMLElement>("[data-do]")) {
        for (const name of ["aria-label", "href"]) {
          const text = control.getAttribute(name);
          if (text) control.setAttribute(name, text.replace("CODE", code));
        }
      }
    }
    return made;
  }

  #prepare(): Promise<Redeeming> | undefined {
    const { redeem } = this.dataset;
    if (!redeem) return undefined;
    this.#redeeming ??= loadModule<RedeemModule>(redeem).then(({ startRedeeming }) =>
      startRedeeming(this),
    );
    // What did not come is asked for again with the next press.
    this.#redeeming.catch(() => {
      this.#redeeming = undefined;
    });
    return this.#redeeming;
  }

  async #redeem(row: HTMLElement) {
    try {
      await (await this.#prepare())?.redeem(row);
    } catch {
      this.say("not_redeemed", ["not_loaded"]);
    }
  }

  async #copy(coupon: HTMLElement) {
    try {
      await navigator.clipboard.writeText(coupon.dataset.code ?? "");
      this.#tell("copied");
    } catch {
      const code = this.find("code", coupon);
      if (code) getSelection()?.selectAllChildren(code);
      this.#tell("", "copy_failed");
    }
  }

  async #use({ dataset }: HTMLElement, link: HTMLAnchorElement) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    link.ariaDisabled = "true";
    const outcome = await applyCoupon(dataset.code ?? "").catch(() => "failed");
    link.ariaDisabled = null;
    this.#isBusy = false;
    if (outcome === "unsupported") location.assign(link.href);
    else if (outcome === "applied") this.#tell(outcome);
    else this.#tell("", outcome);
  }

  #tell(said: string, trouble = "") {
    for (const [name, key] of [
      ["said", said],
      ["trouble", trouble],
    ] as const) {
      const place = this.find(name);
      if (key) this.say(name, [key]);
      else place?.replaceChildren();
    }
  }
}

interface RedeemModule {
  startRedeeming: typeof startRedeeming;
}

// The script may be in the page twice.
customElements.get("perennial-coupons") ??
  customElements.define("perennial-coupons", PerennialCoupons);
