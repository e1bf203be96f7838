import type { SaveBar } from "../../messages.ts";
import type { SaveBarOwner, SaveBarStack } from "./save-bar.ts";
import { hasFlag } from "./watch-element.ts";

/** A form with `data-save-bar`: asks for the save bar while it holds something other than it began with. */
class SaveBarForm implements SaveBarOwner {
  readonly #form: HTMLFormElement;
  readonly #stack: SaveBarStack;
  #clean: string;

  constructor(form: HTMLFormElement, stack: SaveBarStack) {
    this.#form = form;
    this.#stack = stack;
    this.#clean = contentOf(form);
  }

  compare(): void {
    if (contentOf(this.#form) === this.#clean) this.#stack.hide(this);
    else this.#stack.show(this);
  }

  /** What the form holds now is what it holds when nothing is unsaved. */
  settle(): void {
    this.#clean = contentOf(this.#form);
    this.#stack.hide(this);
  }

  leave(): void {
    this.#stack.hide(this);
  }

  describe(): SaveBar {
    return {
      save: { disabled: false, loading: false },
      discard: { disabled: false, loading: false },
      confirmDiscard: hasFlag(this.#form, "data-discard-confirmation"),
    };
  }

  save(): void {
    this.#form.requestSubmit();
  }

  discard(): void {
    this.#form.reset();
  }
}

const selector = "form[data-save-bar]";

/** Watches every form with `data-save-bar`, also those which the app's pages add later. */
export function watchSaveBarForms(stack: SaveBarStack): void {
  const watched = new Map<HTMLFormElement, SaveBarForm>();
  const update = () => {
    for (const [form, watcher] of watched) {
      if (form.isConnected) continue;
      watcher.leave();
      watched.delete(form);
    }
    for (const form of document.querySelectorAll<HTMLFormElement>(selector)) {
      if (!watched.has(form)) watched.set(form, new SaveBarForm(form, stack));
    }
  };
  new MutationObserver(update).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-save-bar"],
  });
  update();
  const watcherOf = (event: Event): SaveBarForm | undefined => {
    const target = event.target as HTMLElement & { form?: HTMLFormElement | null };
    const form = target.form ?? target.closest?.("form");
    return form instanceof HTMLFormElement ? watched.get(form) : undefined;
  };
  // A field's own handlers run first, and a framework may set the value again: check afterwards.
  const later = (event: Event, look: (watcher: SaveBarForm) => void) => {
    const watcher = watcherOf(event);
    if (watcher !== undefined) setTimeout(() => look(watcher), 0);
  };
  document.addEventListener("input", (event) => later(event, (watcher) => watcher.compare()));
  document.addEventListener("change", (event) => later(event, (watcher) => watcher.compare()));
  document.addEventListener("reset", (event) => later(event, (watcher) => watcher.settle()));
  document.addEventListener("submit", (event) => watcherOf(event)?.settle());
}

function contentOf(form: HTMLFormElement): string {
  return JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : `${value.name} ${value.size}`,
    ]),
  );
}
