import { loadModule } from "#storefront/load-module.ts";
import { make } from "#storefront/make.ts";
import { createPortal, type PortalView, type Screen } from "./portal.ts";
import { type ChangeParts, createPage } from "./portal-page.ts";
import { createSentences } from "./sentences.ts";
import type { Words } from "./words/en.ts";

const LANGUAGES = ["en", "de", "fr", "es", "ja"];

/** Address of another of the extension's files, which are all in one place. */
const beside = (name: string, place: string) => new URL(name, place).href;

/**
 * Makes the place in which a shopper runs the subscription of a card, below what the card says. Rejects when its words or its
 * looks do not come.
 *
 * @param place address of this script.
 * @returns opens it, at a screen where one is named, or closes it; answers whether it is open.
 */
export async function makePortal(
  flow: HTMLElement,
  opener: HTMLButtonElement,
  place: string,
): Promise<(screen?: string) => boolean> {
  const language = LANGUAGES.find((one) => flow.lang.startsWith(one)) ?? "en";
  const [{ words }] = await Promise.all([
    loadModule<{ words: Words }>(beside(`portal-words-${language}.js`, place)),
    addLooks(beside("portal.css", place)),
  ]);
  const sentences = createSentences(words, flow.lang);
  let parts: ChangeParts | null = null;
  const loadParts = async () => {
    const names = ["portal-forms.js", "portal-plans.js"];
    const load = (name: string) => loadModule<ChangeParts>(beside(name, place));
    parts ??= Object.assign({}, ...(await Promise.all(names.map(load))));
  };
  const url = (flow.dataset.url ?? "").replace("/cancel-flow/", "/portal/");
  const page = createPage(
    sentences,
    {
      choose: (screen) => {
        if (!screen || parts) return portal.choose(screen);
        loadParts().then(
          () => portal.choose(screen),
          () => portal.miss(),
        );
      },
      send: (change) => void portal.send(change),
      again: () => void portal.open(),
    },
    opener.className,
    flow.querySelector<HTMLAnchorElement>(".pn-trouble a")?.href ?? flow.dataset.signIn ?? "",
  );
  const badge = flow.querySelector(".pn-head [data-if~=live]");
  const show = (view: PortalView) => {
    page.show(view, parts);
    if (!view.facts) return;
    // What the page said of the next charge is older than this; its words on the state hold until a change.
    for (const old of flow.querySelectorAll(".pn-card > dl[data-if]")) old.remove();
    const { status } = view.facts.contract;
    if (status === "cancelled" || view.facts.withdrawn_at) {
      for (const part of flow.querySelectorAll<HTMLElement>("article > *, .pn-head *")) {
        if (part !== section && part.dataset.if) part.hidden = !part.matches("[data-if~=done]");
      }
      return;
    }
    if (!view.made) return;
    for (const old of flow.querySelectorAll(".pn-card > p[data-if]")) old.remove();
    if (badge) badge.textContent = words[status];
  };
  const request = (address: string, init: RequestInit) => fetch(address, init);
  const portal = createPortal({ request, online: () => navigator.onLine, show }, url, flow.lang);
  const section = make("div", { className: "pn-portal" }, ...page.parts);
  section.dataset.if = "live saved";
  section.onkeydown = ({ key }) => {
    if (key === "Escape") portal.choose(null);
  };
  flow.querySelector(".pn-news, .pn-actions")?.before(section);
  page.body.hidden = true;
  return (screen) => {
    const isOpen = page.body.hidden !== false || screen !== undefined;
    page.body.hidden = !isOpen;
    const open = () => void portal.open(screen as Screen | undefined);
    // Without its form a screen cannot be shown, and what there is to choose can.
    if (isOpen && screen) loadParts().then(open, () => void portal.open());
    else if (isOpen) open();
    return isOpen;
  };
}

/** Resolves once the looks are there: nothing is shown without. */
function addLooks(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve(null);
    const onerror = (event: unknown) => {
      link.remove();
      reject(event);
    };
    const link = make("link", { rel: "stylesheet", href, onload: resolve, onerror });
    document.head.append(link);
  });
}
