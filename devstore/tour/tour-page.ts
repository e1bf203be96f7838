import { basename } from "node:path";
import { html, raw } from "hono/html";
import { favicon } from "../assets/favicon.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import type { Devstore } from "../devstore.ts";
import { appUrlOf } from "../find-shop.ts";
import type { DevShop } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import type { Step, Tour } from "./tour.ts";
import { tours } from "./tours.ts";

/**
 * One tour: its steps at the side, and the present one with its button and the three places.
 *
 * @param keyFile where the reader finds the keys of this store; null where they have to give them.
 */
export async function tourPage(
  devstore: Devstore,
  shop: DevShop,
  tour: Tour,
  keyFile: string | null,
): Promise<string> {
  const admin = `/admin/apps/${devstore.appConfig.handle}`;
  const places = {
    admin,
    docs: `${appUrlOf(devstore, shop) ?? ""}/docs`,
    mailbox: "/__dev/mailbox",
  };
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${tour.title} – ${shop.name}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${ownAssetUrl("dev-home.css")}">
<link rel="stylesheet" href="${ownAssetUrl("tour.css")}">
<script src="${ownAssetUrl("tour.js")}" defer></script>
</head>
<body>
<header class="bar"><a href="/">${shop.name}</a><a href="${admin}">Admin</a><a href="/__dev/mailbox">Mailbox</a><a href="/__dev">What you can try</a></header>
<main class="page tour" data-tour="${tour.id}" data-admin="${places.admin}" data-docs="${places.docs}" data-mailbox="${places.mailbox}" data-installed="${shop.installation?.installedAt ?? ""}">
<nav class="tour-choice" aria-label="Tours">${tours.map(
    (one) =>
      html`<a href="/__dev/tour/${one.id}"${raw(one.id === tour.id ? ' aria-current="page"' : "")}>${one.title}</a>`,
  )}</nav>
<h1>${tour.title}</h1>
<p class="lead">${tour.text}</p>
${keyFile === null ? keyFields() : ""}
<div class="tour-body">
<nav class="tour-steps" aria-label="Steps"><p class="quiet tour-who" data-who></p><ol>${tour.steps.map(
    (step) =>
      html`<li><a href="#${step.id}" data-step-link="${step.id}"><span>${step.title}</span> <span class="tour-done" data-done="${step.id}"></span></a></li>`,
  )}</ol>
<button type="button" class="quiet-button" id="restart">Start again</button></nav>
<div>${tour.steps.map((step, at) => stepCard(tour, step, at, keyFile))}</div>
</div>
</main>
</body>
</html>`;
  return String(page);
}

function keyFields(): Html {
  return html`<form class="card tour-keys" id="keys"><p>The tours call the API of this store. Make a key in the admin under Settings, and paste it here; it stays in this tab.</p>
<div class="field"><label for="key">API key</label><input id="key" name="key" autocomplete="off" spellcheck="false"></div>
<div class="field"><label for="limited-key">API key of a store on a small plan, for the step about limits</label><input id="limited-key" name="limited_key" autocomplete="off" spellcheck="false"></div>
</form>`;
}

function stepCard({ id, steps }: Tour, step: Step, at: number, keyFile: string | null): Html {
  const next = steps[at + 1];
  const following = tours[tours.findIndex((one) => one.id === id) + 1];
  return html`<article class="tour-step" id="step-${step.id}" data-step="${step.id}" aria-labelledby="title-${step.id}"${raw(at === 0 ? "" : " hidden")}>
<p class="quiet">Step ${at + 1} of ${steps.length}</p>
<h2 id="title-${step.id}" tabindex="-1">${step.title}</h2>
<p class="tour-text">${step.text}</p>
<div class="buttons"><button type="button" data-run="${step.id}">${step.button}</button>
${
  next !== undefined
    ? html`<a class="tour-next" href="#${next.id}">Next: ${next.title}</a>`
    : following !== undefined
      ? html`<a class="tour-next" href="/__dev/tour/${following.id}">Next: ${following.title}</a>`
      : html`<a class="tour-next" href="/__dev#controls">Next: try everything else</a>`
}</div>
<p class="tour-said" role="status" data-said></p>
<div class="tour-places">
${placeCard(step, "storefront", "Storefront", html`What the shopper sees`)}
${placeCard(step, "admin", "Admin", html`What the merchant sees`)}
${placeCard(step, "api", "API", keyWords(keyFile))}
</div>
</article>`;
}

/** Where the keys of the printed commands are. */
function keyWords(file: string | null): Html {
  if (file === null) return html`What a program reads; <code>$KEY</code> is your key`;
  return html`What a program reads; in <code title="${file}">${basename(file)}</code>, <code>$KEY</code> is <code>full</code> and <code>$SLOW</code> is <code>other_shop</code>`;
}

function placeCard(step: Step, place: string, title: string, text: Html): Html {
  const id = `${place}-${step.id}`;
  return html`<section class="tour-place" data-place="${place}">
<div class="tour-place__head"><h3 id="${id}">${title}</h3><a data-open hidden>Open</a></div>
<p class="quiet">${text}</p>
<div class="tour-place__what" role="region" aria-labelledby="${id}" tabindex="0" data-what><p class="quiet">Press “${step.button}” to see what changes here.</p></div>
</section>`;
}
