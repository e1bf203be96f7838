/**
 * What runs in the reader's browser: the search, the buttons that copy, and the forms that try a call. It is sent as
 * the text of this function, so it uses nothing of this module. The key stays in the tab's session storage.
 */
export function runDocs(): void {
  const make = <K extends keyof HTMLElementTagNameMap>(
    tag: K,
    properties: Partial<HTMLElementTagNameMap[K]> = {},
  ): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties);

  // A page that did not come by https may not write to the clipboard.
  for (const code of navigator.clipboard ? document.querySelectorAll(".code") : []) {
    const button = make("button", { type: "button", textContent: "Copy" });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
    });
    code.append(button);
  }

  const search = document.querySelector<HTMLInputElement>("#search");
  const results = document.querySelector<HTMLElement>("#results");
  let index: Promise<[title: string, address: string, words: string][]> | null = null;
  const showResults = async (): Promise<void> => {
    if (!search || !results) return;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    index ??= fetch("/docs/search.json").then((answer) => answer.json());
    const entries = await index.catch(() => null);
    if (!entries) {
      index = null;
      results.replaceChildren(make("p", { textContent: "The search did not load. Type again." }));
      return;
    }
    const found = entries
      .filter(([title, , text]) =>
        words.every((word) => `${title} ${text}`.toLowerCase().includes(word)),
      )
      .sort(
        ([a], [b]) =>
          Number(b.toLowerCase().includes(words[0] ?? "")) -
          Number(a.toLowerCase().includes(words[0] ?? "")),
      )
      .slice(0, 12);
    results.replaceChildren();
    if (words.length === 0) return;
    results.append(
      make("p", { textContent: found.length === 0 ? "Nothing found." : `${found.length} found` }),
    );
    const list = make("ul");
    for (const [title, href] of found) {
      const item = make("li");
      item.append(make("a", { href, textContent: title }));
      list.append(item);
    }
    if (found.length > 0) results.append(list);
  };
  if (search) {
    search.parentElement?.removeAttribute("hidden");
    search.addEventListener("input", showResults);
    document.addEventListener("keydown", (event) => {
      const target = event.target as HTMLElement;
      const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key === "/" && isBare && !/^(INPUT|TEXTAREA)$/.test(target.tagName)) {
        event.preventDefault();
        search.focus();
      }
      if (event.key === "Escape" && target === search) {
        search.value = "";
        results?.replaceChildren();
      }
    });
  }

  interface Facts {
    method: string;
    path: string;
    key: string | null;
    isAtStore: boolean;
    isOpened: boolean;
    isShoppers: boolean;
    fileTypes: string[] | null;
    values: Record<string, unknown>;
    body: Record<string, unknown> | null;
    parameters: { place: string; name: string }[];
  }
  const remember = (name: string, input: HTMLInputElement): void => {
    input.value = sessionStorage.getItem(name) ?? input.value;
    input.addEventListener("change", () => sessionStorage.setItem(name, input.value));
  };
  const isDemo = Boolean(document.body.dataset.store);
  const fillIn = (box: HTMLElement): void => {
    const facts: Facts = JSON.parse(box.dataset.try ?? "");
    const form = make("form");
    const add = (label: string, input: HTMLInputElement | HTMLTextAreaElement): void => {
      input.id = `${box.dataset.id}-try-${form.elements.length}`;
      form.append(make("label", { htmlFor: input.id, textContent: label }), input);
    };
    const store = make("input", { value: document.body.dataset.store ?? "", spellcheck: false });
    const key = make("input", { type: "password", autocomplete: "off", spellcheck: false });
    if (facts.isAtStore) {
      add("Address of the store", store);
      remember("perennial-docs-store", store);
    }
    if (facts.key !== null) {
      add("Your API key (kept in this tab only)", key);
      remember("perennial-docs-key", key);
      const place = isDemo
        ? "The demo's is api_keys.full in .data/demo.json, in the project's folder. "
        : "The merchant makes one in the admin, under Settings. ";
      const where = make("p", { className: "type", textContent: place });
      where.append(make("a", { href: "/docs/authentication", textContent: "About keys" }));
      form.append(where);
    }
    if (facts.isShoppers && !facts.isOpened) {
      const who = "It is sent as this customer, who is signed in to the demo's store for it.";
      form.append(make("p", { className: "type", textContent: who }));
    }
    const inputs = facts.parameters.map(({ place, name }) => {
      const input = make("input", { value: String(facts.values[name] ?? ""), spellcheck: false });
      add(`${name} (${place})`, input);
      return { place, name, input };
    });
    const body = make("textarea", { rows: 6, value: JSON.stringify(facts.body ?? {}, null, 2) });
    if (facts.body) add("Body", body);
    const file = make("input", {
      type: "file",
      accept: (facts.fileTypes ?? []).join(),
      required: true,
    });
    if (facts.fileTypes) add("Body: the file", file);
    const send = make("button", {
      textContent: facts.isOpened ? "Open in the store" : `Send ${facts.method}`,
    });
    const answer = make("pre", { tabIndex: 0, hidden: true });
    answer.setAttribute("role", "status");
    answer.setAttribute("aria-label", "Answer");
    form.append(make("p"), send, answer);
    box.append(form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      let path = facts.path;
      const query = new URLSearchParams();
      for (const { place, name, input } of inputs) {
        if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(input.value));
        else if (input.value !== "") query.set(name, input.value);
      }
      if (facts.key === "query") query.set("key", key.value);
      const address = query.size > 0 ? `${path}?${query}` : path;
      if (facts.isAtStore && !URL.canParse(store.value)) {
        answer.hidden = false;
        answer.textContent = "Write the store's whole address, with https:// before it.";
        return;
      }
      // Of a store only the host counts, however it was written.
      const url = new URL(address, facts.isAtStore ? store.value : location.href);
      if (facts.isOpened) {
        answer.hidden = true;
        window.open(url.href, "_blank", "noopener");
        return;
      }
      send.disabled = true;
      answer.hidden = false;
      answer.textContent = "Waiting for the answer…";
      try {
        const fields = facts.body ? JSON.parse(body.value) : null;
        const isForm = facts.key === "form";
        const withKey = isForm || facts.key === "body" ? { key: key.value, ...fields } : fields;
        if (facts.isShoppers) {
          const customer = inputs.find(({ place }) => place === "path")?.input.value ?? "";
          await fetch(new URL("/account/login", url), {
            ...{ method: "POST", mode: "no-cors", credentials: "include" },
            body: new URLSearchParams({ customer_id: customer }),
          });
        }
        const response = await fetch(url, {
          method: facts.method,
          ...(facts.isAtStore && { credentials: "include" }),
          headers: {
            ...(facts.key === "header" && { Authorization: `Bearer ${key.value}` }),
            ...(fields && !isForm && { "Content-Type": "application/json" }),
          },
          ...(file.files?.[0] && { body: file.files[0] }),
          ...(fields && { body: isForm ? new URLSearchParams(withKey) : JSON.stringify(withKey) }),
        });
        const text = await response.text();
        let shown = text;
        try {
          shown = JSON.stringify(JSON.parse(text), null, 2);
        } catch {
          // Shown as it came.
        }
        answer.textContent = `${response.status} ${response.statusText}\n${shown}`;
      } catch (error) {
        answer.textContent = `The call was not made: ${(error as Error).message}`;
      } finally {
        send.disabled = false;
      }
    });
  };
  for (const box of document.querySelectorAll<HTMLDetailsElement>("details[data-try]")) {
    box.addEventListener("toggle", () => fillIn(box), { once: true });
  }

  const openTarget = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  window.addEventListener("hashchange", openTarget);
  openTarget();
}
