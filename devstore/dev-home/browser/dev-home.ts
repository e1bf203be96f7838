type Fields = Record<string, unknown>;

/** Sends a control's form as the JSON that it takes, and shows what came back in words. */
async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const body = { ...fieldsOf(form), ...(JSON.parse(button?.dataset.body ?? "{}") as Fields) };
  const empty: string[] = [];
  const path = (form.dataset.path ?? "").replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = body[name];
    delete body[name];
    if (value === undefined || value === "") empty.push(name);
    return encodeURIComponent(String(value ?? ""));
  });
  const result = resultOf(form);
  result.className = "result";
  if (empty.length > 0) {
    result.classList.add("result--bad");
    result.value = empty.map((name) => `${labelOf(form, name)}: choose one first.`).join("\n");
    return;
  }
  result.value = "Working …";
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  try {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body) });
    result.classList.add(answer.ok ? "result--good" : "result--bad");
    const given: unknown = await answer.json();
    const words = answer.ok ? linesOf(given) : errorLines(form, given);
    result.value = [...words, "", `POST ${path} ${JSON.stringify(body)}: ${answer.status}`].join(
      "\n",
    );
  } catch {
    result.classList.add("result--bad");
    result.value = `The store did not answer. Is it still running?\n\nPOST ${path}`;
  } finally {
    for (const one of form.querySelectorAll("button")) one.disabled = false;
  }
  await refreshFacts();
}

/** One line a value, what is inside others behind a dot: "webhooks.delivered: 2". */
function linesOf(value: unknown, name = ""): string[] {
  if (Array.isArray(value) && value.length === 0) return [`${wordsOf(name)}: none`];
  if (typeof value !== "object" || value === null) return [`${wordsOf(name)}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    linesOf(inner, name === "" ? key : `${name}.${key}`),
  );
}

function wordsOf(name: string): string {
  return name.replaceAll("_", " ");
}

/** What a control has against its input, each field by the name that the page gives it. */
function errorLines(form: HTMLFormElement, answer: unknown): string[] {
  const { errors = [] } = (answer ?? {}) as {
    errors?: { field: string | null; message: string }[];
  };
  return errors.map(({ field, message }) =>
    field === null || field === "" ? message : `${labelOf(form, field)}: ${message}`,
  );
}

function labelOf(form: HTMLFormElement, name: string): string {
  const input = form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  return input?.labels?.[0]?.textContent?.trim() ?? wordsOf(name);
}

function resultOf(form: HTMLFormElement): HTMLOutputElement {
  const result = form.querySelector("output");
  if (result === null) throw new Error("a control has nowhere to show its result");
  return result;
}

function fieldsOf(form: HTMLFormElement): Fields {
  const fields: Fields = {};
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-kind]")) {
    const value = input.value.trim();
    const kind = input.dataset.kind;
    if (kind === "flag") fields[input.name] = input instanceof HTMLInputElement && input.checked;
    else if (kind === "number-or-null") fields[input.name] = value === "" ? null : Number(value);
    else if (value !== "") fields[input.name] = kind === "number" ? Number(value) : value;
  }
  return fields;
}

interface Facts {
  shop: { timezone: string };
  clock: { now: string };
  app: { installed: boolean };
  counts: Record<string, number>;
}

/** The lines at the top of the page tell what is so now, also after a control has changed it. */
async function refreshFacts(): Promise<void> {
  const answer = await fetch("/__dev/state");
  const { shop, clock, app, counts } = (await answer.json()) as Facts;
  const date = new Intl.DateTimeFormat("en", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: shop.timezone,
  });
  show("clock", date.format(new Date(clock.now)));
  show("app", app.installed ? "installed" : "not installed");
  show(
    "counts",
    `${counts.customers} customers, ${counts.contracts} contracts, ${counts.orders} orders`,
  );
}

function show(fact: string, text: string): void {
  const element = document.querySelector(`[data-fact="${fact}"]`);
  if (element !== null) element.textContent = text;
}

for (const form of document.querySelectorAll<HTMLFormElement>("form.control")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    void send(form, button);
  });
}
