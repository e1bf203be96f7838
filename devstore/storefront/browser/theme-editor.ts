/** Saves each change of the theme editor at once and shows it in the preview; without it, Save does the same. */
const preview = element("preview", HTMLIFrameElement);
const path = element("preview-path", HTMLSelectElement);
const root = element("preview-root", HTMLSelectElement);
const width = element("preview-width", HTMLSelectElement);
const notice = element("notice", HTMLElement);

function element<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}

function showPreview(): void {
  preview.width = width.value;
  preview.src = `${root.value}${path.value}?design_mode=1&at=${Date.now()}`;
}

for (const choice of [path, root, width]) choice.addEventListener("change", showPreview);

function say(text: string, failed: boolean): void {
  notice.textContent = text;
  notice.className = failed ? "bad" : "good";
}

async function save(form: HTMLFormElement): Promise<void> {
  if (!form.reportValidity()) return;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
  if (!answer.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    say(page.getElementById("notice")?.textContent ?? "Not saved.", true);
    return;
  }
  say("Saved.", false);
  if (form.dataset.preview) path.value = form.dataset.preview;
  showPreview();
}

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("change", () => {
    save(form).catch((error: unknown) => say(`Not saved: ${String(error)}`, true));
  });
  form.addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== "range") return;
    const shown = form.querySelector<HTMLOutputElement>(`output[for="${event.target.id}"]`);
    if (shown !== null) shown.value = event.target.value;
  });
}
