import { html } from "#app/domain/mail/templates/html.ts";

const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

/** For a link that leads nowhere. */
export function plainAnswer(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** A button that sends the page's form; `answer` says which one it was, where there are several. */
interface PageButton {
  label: string;
  answer: string | null;
}

/**
 * A page behind a mail's link, in the customer's language.
 *
 * @param page.facts what the question is about, below the message.
 * @param page.buttons the first one is what most want; none for a page that asks nothing more.
 * @param page.otherWay a link below the buttons.
 */
export function mailPage(page: {
  language: string;
  title: string;
  message: string;
  facts?: readonly (readonly [label: string, value: string])[];
  buttons: readonly PageButton[];
  otherWay?: { label: string; url: string } | null;
  status?: number;
}): Response {
  const { language, title, message, facts = [], buttons, otherWay = null, status = 200 } = page;
  const list = html`<dl>${facts.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
  const form = html`<form method="post">${buttons.map(({ label, answer }, at) => {
    const kind = at === 0 ? "first" : "other";
    return answer === null
      ? html`<button type="submit" class="${kind}">${label}</button>`
      : html`<button type="submit" class="${kind}" name="answer" value="${answer}">${label}</button>`;
  })}</form>`;
  const { text } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p role="status">${message}</p>
${facts.length > 0 ? list : null}${buttons.length > 0 ? form : null}
${otherWay && html`<p><a href="${otherWay.url}">${otherWay.label}</a></p>`}
</main>
</body>
</html>
`;
  return new Response(text, {
    status,
    headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8" },
  });
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 32rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.3; }
dl { margin: 1.5rem 0; }
dl div { padding: .625rem 0; border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
dt { font-size: .875rem; opacity: .8; }
dd { margin: 0; font-weight: 600; white-space: pre-line; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
button { font: inherit; font-weight: 600; padding: .75rem 1.25rem; min-height: 2.75rem; border-radius: .5rem; border: 1px solid currentColor; background: transparent; color: inherit; cursor: pointer; }
button.first { background: light-dark(#1f1f1f, #f1f1f1); color: light-dark(#ffffff, #1f1f1f); }
a { color: inherit; display: inline-block; padding: .5rem 0; }
`;
