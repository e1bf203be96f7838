type Fields = Record<string, unknown>;

/** Sends a control's form as the JSON that it takes, and shows what was sent and what came back. */
async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const body = { ...fieldsOf(form), ...(JSON.parse(button?.dataset.body ?? "{}") as Fields) };
  const path = (form.dataset.path ?? "").replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = body[name];
    delete body[name];
    return encodeURIComponent(String(value ?? ""));
  });
  const result = resultOf(form);
  result.className = "result";
  result.value = "Working …";
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  try {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body) });
    result.classList.add(answer.ok ? "result--good" : "result--bad");
    const shown = JSON.stringify(await answer.json(), null, 1);
    result.value = `POST ${path} ${JSON.stringify(body)}\n${answer.status} ${shown}`;
  } catch (error) {
    result.classList.add("result--bad");
    result.value = `POST ${path}: ${String(error)}`;
  } finally {
    for (const one of form.querySelectorAll("button")) one.disabled = false;
  }
  await refreshFacts();
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
