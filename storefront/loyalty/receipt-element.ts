import { loadModule } from "#storefront/load-module.ts";
import { make, makeField } from "#storefront/make.ts";
import { ActionElement } from "./action-element.ts";
import {
  ACCEPTED,
  MOST_BYTES,
  megabytes,
  type Receipt,
  troubleOfReceipt,
  troubleWith,
} from "./receipt.ts";
import { dayLine } from "./tier-standing.ts";
import type { prepare, upload } from "./upload.ts";

interface UploadModule {
  prepare: typeof prepare;
  upload: typeof upload;
}

/** `<perennial-receipt>`: a customer sends in receipts, and sees what came of them. */
class PerennialReceipt extends ActionElement<Receipt[]> {
  #list = make("ul", { className: "pnl-rules" });

  protected draw(receipts: Receipt[]) {
    this.#list.replaceChildren(...receipts.map((one) => this.#line(one)));
    // What is being filled in stays.
    if (!this.body.querySelector("form")) this.body.replaceChildren(this.#form(), this.#list);
  }

  protected override drawNothing() {
    this.draw([]);
  }

  #line({ retailer, purchased_on: day, total, status, reason }: Receipt): HTMLElement {
    const state = reason ? this.words("rc_reason", { reason }) : this.words(`rc_${status}`);
    const what = make("strong", { dir: "auto" }, retailer);
    const amount = make("bdi", {}, this.numbers.money(Number(total)));
    const line = make(
      "li",
      {},
      make("p", {}, what, ` · ${dayLine(day, this.lang)} · `, amount),
      make("p", {}, make("bdi", {}, ...state)),
    );
    line.dataset.status = status;
    return line;
  }

  #form(): HTMLFormElement {
    const shops = this.dataset.shops?.split("|") ?? [];
    const shop =
      shops.length > 0
        ? make("select", { required: true }, ...shops.map((name) => new Option(name, name)))
        : make("input", { required: true, maxLength: 100, autocomplete: "organization" });
    const day = make("input", { type: "date", required: true, max: today() });
    const total = make("input", {
      inputMode: "decimal",
      required: true,
      pattern: "\\d+([.,]\\d+)?",
    });
    const file = make("input", { type: "file", required: true, accept: ACCEPTED });
    const bar = make("progress", { className: "pnl-bar", hidden: true });
    bar.ariaLabel = this.text("rc_sending");
    const send = this.button("rc_send", () => {});
    send.type = "submit";
    const { currency = "" } = this.dataset;
    const size = megabytes(MOST_BYTES, this.lang);
    const form = make(
      "form",
      { className: "pnl-section" },
      makeField(this.text("rc_shop"), shop),
      makeField(this.text("rc_day"), day),
      makeField(this.text("rc_total", { currency }), total),
      makeField(this.text("rc_file", { size }), file),
      make("p", {}, send),
      bar,
    );
    file.onchange = () => void this.#check(file.files?.[0]);
    form.onsubmit = (event) => {
      event.preventDefault();
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      const sent = {
        retailer: shop.value,
        purchased_on: day.value,
        total: total.value.replace(",", "."),
      };
      void this.once(send, () => this.#send(sent, chosen, { form, bar }));
    };
    return form;
  }

  /** @returns what can be sent; null after having said why it cannot. */
  async #check(chosen: File | undefined): Promise<Blob | null> {
    if (!chosen) return null;
    const module = await this.#module();
    const file = (await module?.prepare(chosen, MOST_BYTES)) ?? chosen;
    const trouble = troubleWith(file);
    const size = megabytes(file.size, this.lang);
    this.tell(null, trouble, { size, most: megabytes(MOST_BYTES, this.lang) });
    return trouble ? null : file;
  }

  /** What few need: it comes once a file is chosen. Null when it does not come. */
  #module(): Promise<UploadModule | null> {
    return loadModule<UploadModule>(this.dataset.script).catch(() => null);
  }

  async #send(
    facts: { retailer: string; purchased_on: string; total: string },
    chosen: File,
    { form, bar }: { form: HTMLFormElement; bar: HTMLProgressElement },
  ) {
    const file = await this.#check(chosen);
    if (!file) return;
    const module = await this.#module();
    if (!module) return this.tell(null, "failed_nothing");
    this.tell("rc_sending");
    bar.hidden = false;
    bar.removeAttribute("value");
    const sent = await module.upload<Receipt>(this.dataset.url ?? "", facts, file, (done) => {
      bar.value = done;
    });
    bar.hidden = true;
    if (sent.outcome !== "done") return this.tell(null, troubleOfReceipt(sent));
    form.reset();
    this.#list.prepend(this.#line(sent.data));
    this.tell(sent.data.status === "approved" ? "rc_counts" : "rc_sent");
  }
}

/** By the shopper's own clock, as they write it on the form. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

// The script may be in the page twice.
customElements.get("perennial-receipt") ??
  customElements.define("perennial-receipt", PerennialReceipt);
