import { askCart } from "#storefront/ajax-cart.ts";
import { carriedCode, codeOf, type KeptCode, readKept } from "./referral.ts";

/** As the order keeps it, which counts for whose code it is. */
const ATTRIBUTE = "referral_code";
const KEPT = "perennial-referral";
const DAY_MS = 24 * 60 * 60 * 1000;

declare global {
  interface ShopifyGlobal {
    /** What the shopper allows, as the platform's privacy API reports it. */
    customerPrivacy?: { preferencesProcessingAllowed?(): boolean };
    /** Brings one of the platform's own scripts. */
    loadFeatures?(features: { name: string; version: string }[], then: () => void): void;
  }
}

/**
 * `<perennial-friend>`: who comes by a customer's link is told what both get, and their cart carries the code to the order. With
 * the shopper's consent the browser keeps the code as well, for a cart that is begun later.
 */
class PerennialFriend extends HTMLElement {
  connectedCallback() {
    const arrived = codeOf(location.search);
    const until = Date.now() + Number(this.dataset.days) * DAY_MS;
    const followed = Number(this.dataset.now);
    const kept = arrived ? { code: arrived, followed, until } : recall();
    if (!kept) return;
    void this.#carry(kept, arrived !== null);
  }

  async #carry(kept: KeptCode, isArrival: boolean) {
    if (isArrival) keep(kept);
    try {
      await askCart({ attributes: { [ATTRIBUTE]: carriedCode(kept) } });
    } catch {
      // What is not in the cart is not promised; the next page tries again.
      keepForSession(kept);
      return;
    }
    forgetForSession();
    if (!isArrival) return;
    const close = this.querySelector("button");
    if (close) close.onclick = () => this.remove();
    this.#look();
    this.hidden = false;
  }

  /** It lies over the page, in the page's colors. */
  #look() {
    const { backgroundColor, color } = getComputedStyle(document.body);
    if (/^rgba.*, 0\)/.test(backgroundColor)) return;
    Object.assign(this.style, { backgroundColor, color });
  }
}

/** What the browser keeps: the session's, or the one that the shopper allowed. Once a session is enough. */
function recall(): KeptCode | null {
  return stored(() => {
    const open = readKept(sessionStorage.getItem(KEPT), Date.now());
    if (open) return open;
    if (sessionStorage.getItem(`${KEPT}-done`)) return null;
    return readKept(localStorage.getItem(KEPT), Date.now());
  });
}

/** Once the shopper allows it, which they may have done before, or do on this page. */
function keep(kept: KeptCode) {
  const keepIfAllowed = () =>
    stored(() => {
      if (!window.Shopify?.customerPrivacy?.preferencesProcessingAllowed?.()) return;
      localStorage.setItem(KEPT, JSON.stringify(kept));
    });
  document.addEventListener("visitorConsentCollected", keepIfAllowed);
  window.Shopify?.loadFeatures?.([{ name: "consent-tracking-api", version: "0.1" }], keepIfAllowed);
}

function keepForSession(kept: KeptCode) {
  stored(() => sessionStorage.setItem(KEPT, JSON.stringify(kept)));
}

function forgetForSession() {
  stored(() => {
    sessionStorage.removeItem(KEPT);
    sessionStorage.setItem(`${KEPT}-done`, "1");
  });
}

/** Some browsers refuse any access. */
function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

// The script may be in the page twice.
customElements.get("perennial-friend") ??
  customElements.define("perennial-friend", PerennialFriend);
