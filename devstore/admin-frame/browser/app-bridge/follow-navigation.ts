import { adminTarget } from "../../app-path.ts";
import type { AdminLink } from "./admin-link.ts";

/** Keeps the admin's address in step with the app's, and leads addresses of the admin to the admin. */
export function followNavigation(link: AdminLink): void {
  const tell = () => {
    link.send({ type: "path", path: `${location.pathname}${location.search}${location.hash}` });
  };
  for (const method of ["pushState", "replaceState"] as const) {
    const original = history[method].bind(history);
    history[method] = (...args: Parameters<History["pushState"]>) => {
      original(...args);
      tell();
    };
  }
  window.addEventListener("popstate", tell);
  window.addEventListener("hashchange", tell);
  tell();
  leadToAdmin(link);
  link.onMessage((message) => {
    if (message.type === "navigate") navigateTo(message.href);
  });
}

/** Asks the app's router to go to one of its pages, as a click in the admin's menu does. */
function navigateTo(href: string): void {
  const menuLink = [...document.querySelectorAll("ui-nav-menu a, s-app-nav a, s-app-nav s-link")];
  const known = menuLink.find((candidate) => candidate.getAttribute("href") === href);
  if (known !== undefined) {
    dispatchNavigate(known);
    return;
  }
  const anchor = document.createElement("a");
  anchor.href = href;
  anchor.setAttribute("href", href);
  anchor.hidden = true;
  document.body.append(anchor);
  dispatchNavigate(anchor);
  anchor.remove();
}

export function dispatchNavigate(element: Element): void {
  element.dispatchEvent(new CustomEvent("shopify:navigate", { bubbles: true, cancelable: true }));
}

function leadToAdmin(link: AdminLink): void {
  document.addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof Element)) return;
      const anchor = event.target.closest("a[href]");
      const address = anchor?.getAttribute("href") ?? "";
      if (adminTarget(address) === undefined) return;
      event.preventDefault();
      const newTab = anchor?.getAttribute("target") === "_blank";
      link.send({ type: "redirect", url: address, newTab });
    },
    { capture: true },
  );
  const original = window.open.bind(window);
  window.open = (url, target, features) => {
    const address = String(url ?? "");
    const leaves = target === "_top" || target === "_parent";
    if (adminTarget(address) === undefined && !leaves) return original(url, target, features);
    const resolved =
      adminTarget(address) === undefined ? new URL(address, location.href).href : address;
    link.send({ type: "redirect", url: resolved, newTab: target === "_blank" });
    return null;
  };
}
