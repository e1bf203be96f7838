import {
  findSubscriber,
  type Subscriber,
  unsubscribe,
} from "#app/domain/mail/suppressions/unsubscribe.ts";
import { html } from "#app/domain/mail/templates/html.ts";
import { fillVariables } from "#app/domain/mail/templates/variables.ts";
import { languageOf, MAIL_TEXTS } from "#app/domain/mail/texts/languages.ts";
import type { RouteArguments } from "#app/http/load-context.ts";

/** The page behind a mail's link for fewer mails. It only asks: programs that look for harm open links too. */
export const loader = (args: RouteArguments) => answer(args, "question");

/** Its form, which mail programs also send by themselves (RFC 8058). */
export const action = (args: RouteArguments) => answer(args, "done");

async function answer(
  { params, context }: RouteArguments,
  step: "question" | "done",
): Promise<Response> {
  const subscriber = await findSubscriber(context.app, params.token ?? "");
  if (!subscriber) return plain(404, "This link is not valid. Use the one in your latest email.");
  if (step === "done") await unsubscribe(context.app, subscriber);
  return new Response(pageOf(subscriber, step), {
    headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8" },
  });
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" },
  });
}

function pageOf({ shop, locale }: Subscriber, step: "question" | "done"): string {
  const { language } = languageOf(locale);
  const words = MAIL_TEXTS[language].unsubscribePage;
  const title = fillVariables(words.title, { store: shop.name });
  const form = html`<form method="post"><button type="submit">${words.confirm}</button></form>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 32rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; }
button { font: inherit; font-weight: 600; padding: .75rem 1.25rem; min-height: 2.75rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p role="status">${fillVariables(words[step], { store: shop.name })}</p>
${step === "question" ? form : null}
</main>
</body>
</html>
`.text;
}
