import { html } from "hono/html";
import type { Html } from "../storefront/storefront-request.ts";
import { tours } from "../tour/tours.ts";

/** The guided tours, first of all that can be tried. */
export function tourCards(): Html {
  return html`<section><h2>Take a tour</h2>
<p>Each step is a button that really does it, and shows what changed for the shopper, the merchant and a program.</p>
<div class="cards">${tours.map(
    ({
      id,
      title,
      text,
      steps,
    }) => html`<div class="card"><h3><a href="/__dev/tour/${id}">${title}</a></h3>
<p>${text}</p><p class="quiet">${steps.length} steps</p></div>`,
  )}</div></section>`;
}
