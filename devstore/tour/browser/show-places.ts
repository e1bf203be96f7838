import type { StepResult } from "../run-step.ts";
import { type LineChange, lineChanges } from "./line-changes.ts";
import { recordLines } from "./record-lines.ts";

/** More lines than one reads at a glance; the page is a press away. */
const mostLines = 14;
/** A longer line above is text, and no name of what stands below it. */
const longestBeside = 60;

type Mail = NonNullable<StepResult["storefront"]>["mails"][number];

/** Where the links of a place lead. */
export interface Addresses {
  admin: string;
  docs: string;
  mailbox: string;
}

/** Shows what a step has changed, in the three places of its card. */
export function showPlaces(card: HTMLElement, result: StepResult, addresses: Addresses): void {
  const { storefront, admin, api } = result;
  fill(card, "storefront", storefront?.address ?? null, [
    ...(storefront?.mails ?? []).map((mail) => mailLine(mail, addresses)),
    ...pageLines(storefront, result.asks),
  ]);
  const adminAddress =
    admin === null ? null : `${addresses.admin}${admin.address.replace(/^\/app$/, "")}`;
  fill(card, "admin", adminAddress, pageLines(admin, result.asks));
  const documents = api === null ? null : `${addresses.docs}/${api.documents}`;
  fill(card, "api", documents, apiLines(result));
}

function fill(card: HTMLElement, place: string, address: string | null, content: Node[]): void {
  const section = card.querySelector(`[data-place="${place}"]`);
  const what = section?.querySelector<HTMLElement>("[data-what]");
  const link = section?.querySelector<HTMLAnchorElement>("[data-open]");
  if (!what || !link) throw new Error(`the card has no place ${place}`);
  what.replaceChildren(...content);
  link.hidden = address === null;
  if (address !== null) link.href = address;
  link.textContent = place === "api" ? "Read the documents" : "Open the page";
}

/** Scrolls to the first change of each place where it is not in view; a card that is not shown has no places to scroll. */
export function scrollToChanges(card: HTMLElement): void {
  for (const what of card.querySelectorAll<HTMLElement>("[data-what]")) {
    const marked = what.querySelector<HTMLElement>("ins, del");
    const end = marked === null ? 0 : marked.offsetTop + marked.offsetHeight;
    what.scrollTop = marked !== null && end > what.clientHeight ? marked.offsetTop - 48 : 0;
  }
}

function mailLine({ id, subject, to }: Mail, { mailbox }: Addresses): Node {
  const line = element("p", "tour-mail");
  const link = element("a", "", subject) as HTMLAnchorElement;
  link.href = `${mailbox}#mail-${id}`;
  line.append("Mail to ", to, ": ", link);
  return line;
}

function pageLines(change: StepResult["admin"], asks: boolean): Node[] {
  if (change === null) return [element("p", "quiet", "Nothing of this is to be seen here.")];
  const { before, after } = change;
  if (before.length === 0) return plainLines(after);
  const changes = lineChanges(before, after);
  if (changes.length === 0) {
    return asks ? plainLines(after) : [element("p", "quiet", "Nothing changed here.")];
  }
  let above: string | null = null;
  const shown = changes.slice(0, mostLines).flatMap((one) => {
    const isTold = one.above === above || one.fresh === null;
    above = one.above;
    return [...(isTold || isRow(one.fresh) ? [] : aboveLine(one.above)), changeLine(one)];
  });
  return [...shown, ...moreLine(changes.length)];
}

/** A row of a table says by itself what it is about. */
const isRow = (text: string | null) => text?.includes(" · ") && !/\d:\d\d/.test(text);

/** The line above says what a value is of. */
function aboveLine(text: string | null): Node[] {
  if (text === null || text.length > longestBeside) return [];
  return [element("p", "quiet tour-above", text)];
}

function changeLine({ old, fresh }: LineChange): Node {
  const line = element("p", "tour-line");
  if (old !== null) line.append(element("del", "", old));
  if (old !== null && fresh !== null) line.append(" ");
  if (fresh !== null) line.append(element("ins", "", fresh));
  return line;
}

function plainLines(lines: readonly string[]): Node[] {
  const shown = lines.slice(0, mostLines).map((text) => element("p", "tour-line", text));
  return [...shown, ...moreLine(lines.length)];
}

function moreLine(count: number): Node[] {
  if (count <= mostLines) return [];
  const more = count - mostLines;
  return [
    element("p", "quiet", `… and ${more} more ${more === 1 ? "line" : "lines"} on the page.`),
  ];
}

function apiLines({ api, sent }: StepResult): Node[] {
  if (api === null) return [element("p", "quiet", "No record of the API changes.")];
  const lines = recordLines(api.before, api.after);
  const commands = [sent, api.command].filter((one) => one !== null);
  const record = element("pre", "tour-record");
  const marks = { same: "span", changed: "ins", gone: "del" } as const;
  for (const { text, kind, was } of lines) {
    record.append(element(marks[kind], "", text));
    if (was !== null) record.append(" ", element("del", "", was));
    record.append("\n");
  }
  return [...commands.map((one) => element("pre", "tour-command", one)), record];
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}
