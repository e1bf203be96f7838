import { currencyDigits } from "#storefront/money/currency-digits.ts";
import { moneyFormat } from "#storefront/money/money-format.ts";
import { bringCode, type Cart, readCart } from "./cart.ts";
import type { Line } from "./credit-history.ts";
import { isolated } from "./isolated.ts";

/** A live hold, as the store answers it. What ends in `_text` is written in the page's language. */
interface Hold {
  code: string;
  /** What the code is worth. */
  amount: string;
  kept_until_text: string;
}

/** The shopper's credit, as the store answers it. Amounts are decimal texts. */
interface Credit {
  currency: string;
  balance: string;
  balance_text: string;
  held: string;
  held_text: string;
  next_expiry?: { amount_text: string; date_text: string } | null;
  hold: Hold | null;
  history?: Line[];
  /** What the page shows when this has not changed since it was made. */
  revision?: string | undefined;
}

type Values = Partial<Record<string, unknown>>;

/** An answer that takes longer is one that does not come. */
const PATIENCE_MS = 15_000;
/** An event of the page: the element in `detail` has applied credit. */
const APPLIED = "perennial-credit-applied";

/**
 * `<perennial-store-credit>`: the page brings all words, and what the store had published when it was made.
 * This asks for the present state, and applies credit: one request at a time, each safe to repeat.
 */
class PerennialStoreCredit extends HTMLElement {
  #credit: Credit | undefined;
  #cart: Cart | undefined;
  /** Counts the presses. */
  #turn = 0;
  #shown = this.dataset.revision;
  #gone = new AbortController();

  connectedCallback() {
    let busy = false;
    this.#gone = new AbortController();
    const { signal } = this.#gone;
    const { url = "" } = this.dataset;
    const query = `?lang=${this.lang}&utc_offset=${-new Date().getTimezoneOffset()}`;
    const button = this.#part("apply");
    const load = async () => {
      const turn = this.#turn;
      try {
        const { status, body } = await this.#ask(url + query);
        if (status !== 200) throw status;
        const credit = body as Credit;
        const cart = await this.#askCart(credit.hold?.code);
        // The shopper has pressed the button meanwhile, and that answer is newer.
        if (turn !== this.#turn) return;
        this.#cart = cart;
        this.#draw(credit);
      } catch {
        this.#fail();
      }
    };
    const apply = async () => {
      this.#trouble();
      this.#turn += 1;
      this.#cart = await this.#askCart(this.#credit?.hold?.code);
      if (!this.#cart) return this.#trouble("failed");
      const { needed, hasGiftCards } = this.#cart;
      // The shopper has chosen another currency elsewhere: the page says so, and asks for no amount.
      if (Number.isNaN(needed)) return load();
      const currency = this.#currency();
      const amount = needed.toFixed(currencyDigits(currency));
      const { status, body } = await this.#ask(`${url}/hold${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ amount, currency, at_most: hasGiftCards }),
      });
      if (status === 200) {
        const hold = body as Hold & Credit;
        this.#cart = await bringCode(this.#currency(), hold.code, this.#cart);
        this.#draw({ ...this.#credit, ...hold, hold, revision: undefined });
        document.dispatchEvent(new CustomEvent(APPLIED, { detail: this }));
      } else if (status === 401) this.#trouble("signed_out");
      else if ((body as { code?: string }).code === "invalid_input") this.#trouble("none_left");
      else this.#trouble("failed");
      if (status === 200 || status === 422) await load();
    };
    /** One at a time. */
    const once = async (work: () => Promise<void>) => {
      if (busy) return;
      busy = true;
      if (button) button.ariaDisabled = "true";
      await work().catch(() => this.#trouble("unknown"));
      busy = false;
      if (button) button.ariaDisabled = "false";
    };
    /** A cart that has grown since takes more of the credit, and one that came another way takes the code along. */
    const follow = async () => {
      await load();
      const { hold, balance } = this.#credit ?? {};
      if (!hold || !this.#cart) return;
      const { needed, hasGiftCards, hasCode, takesCode } = this.#cart;
      const missing = needed - +hold.amount;
      if (missing < 0 && hasGiftCards && takesCode) return once(apply);
      if (this.dataset.place === "account") return;
      if (missing > 0 && Number(balance) > 0) await once(apply);
      else if (hasCode !== takesCode) {
        this.#cart = await bringCode(this.#currency(), hold.code, this.#cart);
        this.#drawSum();
      }
    };
    if (button) {
      button.onclick = () =>
        once(async () => {
          const said = button.textContent;
          this.#cart = await this.#askCart(this.#credit?.hold?.code);
          this.#drawSum();
          // The cart has changed elsewhere: what the button says now is for another press.
          if (button.hidden || button.textContent !== said) return;
          await apply();
          this.#part("hold")?.focus();
        });
    }
    whenSeen(this, signal, () => void follow());
    // A page that the browser had put aside shows what was so when it was left.
    addEventListener("pageshow", ({ persisted }) => persisted && follow(), { signal });
    // Of one credit the page may have several views.
    const hear = (event: Event) => (event as CustomEvent).detail !== this && load();
    document.addEventListener(APPLIED, hear, { signal });
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  async #ask(url: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, body: await response.json() };
  }

  /** Only where credit can be applied; a store that does not say what is in the cart leaves the page's own sums. */
  #askCart(code: string | undefined): Promise<Cart | undefined> {
    const ask = this.#part("apply") ? readCart(this.#currency(), code) : Promise.reject();
    return ask.catch(() => undefined);
  }

  /** The credit's, which is the store's. */
  #currency(): string {
    return this.dataset.currency ?? "";
  }

  #part(name: string): HTMLElement | null {
    return this.querySelector(`[data-p=${name}]`);
  }

  #show(name: string, isShown: unknown) {
    const part = this.#part(name);
    if (part) part.hidden = !isShown;
    return part;
  }

  /** Fills one of the page's sentences, and shows it while there are values for it. */
  #say(name: string, values: Values | null | undefined | false, key = name) {
    const part = this.#show(name, values);
    if (!part || !values) return;
    const place = part.querySelector("span") ?? part;
    const said = document.createElement("span");
    said.append(...this.#words(key, values));
    // Unchanged text stays in place: replacing it could shift the layout slightly.
    if (said.textContent !== place.textContent?.trim()) place.replaceChildren(...said.childNodes);
  }

  #words(key: string, values: Values): (string | Node)[] {
    const words = this.querySelector("template")?.content.querySelector(`[data-k=${key}]`);
    return (words?.textContent ?? "").split(/\{(\w+)\}/).map((piece, at) => {
      return at % 2 ? isolated(`${values[`${piece}_text`] ?? values[piece] ?? ""}`) : piece;
    });
  }

  #draw(credit: Credit) {
    this.#credit = credit;
    const { balance, held, next_expiry: next, hold, history = [], revision } = credit;
    // The page has the store's time of day, this the shopper's.
    this.#say("kept", hold as Values | null);
    const isShown = revision !== undefined && revision === this.#shown;
    this.#shown = revision;
    this.#drawSum();
    if (isShown) return;
    const isEmpty = +balance === 0 && +held === 0;
    const around = this.closest<HTMLElement>(".pnc");
    const isAccount = this.dataset.place === "account";
    if (around) around.hidden = isEmpty && !isAccount;
    this.#say("available", { ...credit });
    const line = this.#part("available")?.parentElement;
    // Beside the sum of a cart, "€0.00 available" says nothing.
    if (line) line.hidden = isEmpty || (hold !== null && +balance === 0 && !isAccount);
    this.#say("none", isEmpty && {}, history.length > 0 ? "none_left" : "none");
    // In a cart the sum below says it.
    this.#say("held", +held > 0 && !(hold && !isAccount) && { ...credit });
    this.#say("expires", next as Values);
    this.#show("hold", hold);
    this.#show("stale", false);
    this.#show("unavailable", false);
    if (hold) {
      const link = this.#part("link") as HTMLAnchorElement | null;
      if (link) link.href = link.href.replace(/discount\/[^?]*/, `discount/${hold.code}`);
    }
    // Without the script the history stays as it was.
    this.#tell(history).catch(() => {});
  }

  /** What credit comes to in this cart, and whether something keeps it from counting. */
  #drawSum() {
    if (!this.#credit) return;
    const { hold, balance } = this.#credit;
    const own = this.#currency();
    const {
      currency = own,
      needed = +balance,
      total = 0,
      off: counted,
      hasGiftCards,
      takesCode,
      clash = null,
    } = this.#cart ?? {};
    const format = (amount: number, of: string) =>
      moneyFormat(this.lang, of, currencyDigits(of)).format(amount);
    const isOther = currency !== own;
    const isAny = hold || +balance > 0;
    // Without a cart the page has said it.
    if (this.#cart) this.#show("other_currency", isOther && isAny);
    this.#show("gift_cards", hasGiftCards && isAny);
    this.#show("link", takesCode);
    const use = Math.min(+balance, needed);
    this.#say("apply", !hold && use > 0 && { use: format(use, own) });
    if (!hold || !this.#cart) return;
    // Only the platform knows what a code comes to in another currency.
    const off = isOther ? counted : Math.min(+hold.amount, needed);
    this.#say("off", { off: format(0 - (off ?? 0), currency) });
    this.#say("total", { total: format(total - (off ?? 0), currency) });
    this.#show("sum", takesCode && !clash && off !== undefined);
    const codes = clash?.join(", ");
    this.#say("clash", clash && { codes }, codes ? "clash" : "clash_other");
  }

  /** Only the account shows a history. The page comes with it, so the script that writes newer lines is loaded when there are some. */
  async #tell(history: Line[]) {
    const body = this.#show("history", history.length > 0)?.querySelector("tbody");
    if (!body) return;
    const { rowsOf }: typeof import("./credit-history.ts") = await import(`${this.dataset.script}`);
    body.replaceChildren(...rowsOf(history, (key, values) => this.#words(key, values)));
  }

  /** The last known value stays, with its time; where there is none, nothing is claimed. */
  #fail() {
    if (this.#credit) return;
    this.#shown = undefined;
    this.#show("stale", true);
    if (this.dataset.revision === undefined) {
      this.#show("none", false);
      this.#show("unavailable", true);
    }
  }

  #trouble(key?: string) {
    this.#say("trouble", key !== undefined && {}, key);
    this.#show("sign_in", key === "signed_out");
  }
}

/** A cart drawer is on every page and seldom open: what is in it waits until it is seen. */
function whenSeen(element: HTMLElement, signal: AbortSignal, run: () => void) {
  if (element.dataset.place !== "drawer") return run();
  const look = (entries: IntersectionObserverEntry[]) => {
    // Closed, many drawers lie along the edge of the screen, which counts as touching it.
    if (!entries.some(({ intersectionRatio }) => intersectionRatio > 0)) return;
    observer.disconnect();
    run();
  };
  const observer = new IntersectionObserver(look, { threshold: 0.01 });
  // Not the element itself: while there is no credit, nothing of it can be seen.
  observer.observe(element.closest(".pnc")?.parentElement ?? element);
  signal.addEventListener("abort", () => observer.disconnect());
}

// The script may be in the page twice.
customElements.get("perennial-store-credit") ??
  customElements.define("perennial-store-credit", PerennialStoreCredit);
