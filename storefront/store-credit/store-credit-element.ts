/** A live hold, as the store answers it. What ends in `_text` is written in the page's language. */
interface Hold {
  code: string;
  kept_until_text: string;
}

/** The shopper's credit, as the store answers it. Amounts are decimal texts. */
interface Credit {
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

interface Line {
  date: string;
  date_text: string;
  amount_text: string;
  type: number;
  on_hold: boolean;
  reason: string | null;
  order_name: string | null;
}

type Values = Partial<Record<string, unknown>>;

/** An answer that takes longer is one that does not come. */
const PATIENCE_MS = 15_000;
const money = new Set(["balance", "held", "amount"]);
/** An event of the page: the element in `detail` has applied credit. */
const APPLIED = "perennial-credit-applied";

/**
 * `<perennial-store-credit>`: the page brings all words, and what the store had published when it was made.
 * This asks for the present state, and applies credit: one request at a time, each safe to repeat.
 */
class PerennialStoreCredit extends HTMLElement {
  #credit: Credit | undefined;
  #shown = this.dataset.revision;
  #gone = new AbortController();

  connectedCallback() {
    let busy = false;
    this.#gone = new AbortController();
    const { signal } = this.#gone;
    const { url = "" } = this.dataset;
    const query = `?lang=${this.lang}&utc_offset=${-new Date().getTimezoneOffset()}`;
    const button = this.#part("apply");
    const load = () =>
      this.#ask(url + query).then(
        ({ status, body }) => (status === 200 ? this.#draw(body as Credit) : this.#fail()),
        () => this.#fail(),
      );
    const apply = async () => {
      this.#trouble();
      try {
        const { status, body } = await this.#ask(`${url}/hold${query}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        });
        if (status === 200) {
          const hold = body as Hold & Credit;
          this.#draw({ ...this.#credit, ...hold, hold, revision: undefined });
          this.#part("hold")?.focus();
          document.dispatchEvent(new CustomEvent(APPLIED, { detail: this }));
          // The theme's own button to the checkout takes it along then, too.
          fetch(`/discount/${hold.code}`, { redirect: "manual" }).catch(() => {});
        } else if (status === 401) this.#trouble("signed_out");
        else if ((body as { code?: string }).code === "invalid_input") this.#trouble("none_left");
        else this.#trouble("failed");
        if (status === 200 || status === 422) await load();
      } catch {
        this.#trouble("unknown");
      }
    };
    if (button) {
      button.onclick = () => {
        if (busy) return;
        busy = true;
        button.ariaDisabled = "true";
        void apply().finally(() => {
          busy = false;
          button.ariaDisabled = "false";
        });
      };
    }
    whenSeen(this, signal, () => void load());
    // A page that the browser had put aside shows what was so when it was left.
    addEventListener("pageshow", ({ persisted }) => persisted && load(), { signal });
    // Of one credit the page may have several views.
    const follow = (event: Event) => (event as CustomEvent).detail !== this && load();
    document.addEventListener(APPLIED, follow, { signal });
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  async #ask(url: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, body: await response.json() };
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
    (part.querySelector("span") ?? part).replaceChildren(...this.#words(key, values));
  }

  #words(key: string, values: Values): (string | Node)[] {
    const words = this.querySelector("template")?.content.querySelector(`[data-k=${key}]`);
    return (words?.textContent ?? "").split(/\{(\w+)\}/).map((piece, at) => {
      if (at % 2 === 0) return piece;
      const text = `${values[`${piece}_text`] ?? values[piece] ?? ""}`;
      return money.has(piece) ? isolated(text) : text;
    });
  }

  #draw(credit: Credit) {
    this.#credit = credit;
    const { balance, held, next_expiry: next, hold, history = [], revision } = credit;
    // The page has the store's time of day, this the shopper's.
    this.#say("kept", hold as Values | null);
    const isShown = revision !== undefined && revision === this.#shown;
    this.#shown = revision;
    if (isShown) return;
    const isEmpty = +balance === 0 && +held === 0;
    const around = this.closest<HTMLElement>(".pnc");
    if (around) around.hidden = isEmpty && this.dataset.place !== "account";
    this.#say("available", { ...credit });
    const line = this.#part("available")?.parentElement;
    if (line) line.hidden = isEmpty;
    this.#say("none", isEmpty && {}, history.length > 0 ? "none_left" : "none");
    this.#say("held", +held > 0 && { ...credit });
    this.#say("expires", next as Values);
    this.#say("apply", !hold && +balance > 0 && { ...credit });
    this.#show("hold", hold);
    this.#show("stale", false);
    this.#show("unavailable", false);
    if (hold) {
      this.#part("code")?.replaceChildren(hold.code);
      const link = this.#part("link") as HTMLAnchorElement | null;
      if (link) link.href = link.href.replace(/discount\/[^?]*/, `discount/${hold.code}`);
    }
    this.#tell(history);
  }

  #tell(history: Line[]) {
    const body = this.#show("history", history.length > 0)?.querySelector("tbody");
    body?.replaceChildren(
      ...history.map((line) => {
        const row = document.createElement("tr");
        const day = document.createElement("time");
        day.dateTime = line.date;
        day.append(line.date_text);
        row.insertCell().append(day);
        const why = row.insertCell();
        why.append(...this.#words(line.on_hold ? "on_hold" : `t${line.type}`, { ...line }));
        if (line.reason) {
          const reason = document.createElement("small");
          reason.append(line.reason);
          why.append(document.createElement("br"), reason);
        }
        row.insertCell().append(isolated(line.amount_text));
        return row;
      }),
    );
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

/** An amount keeps its order in a text that runs the other way. */
function isolated(text: string): HTMLElement {
  const place = document.createElement("bdi");
  place.append(text);
  return place;
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
