import { html } from "hono/html";
import { favicon } from "../assets/favicon.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import type { DevMail } from "../state/mail.ts";
import type { DevShop } from "../state/shop.ts";

const SHOWN = 100;

/** What the shop's customers would find in their mail. What a mail brings along runs in a frame that may do nothing. */
export async function mailboxPage(shop: DevShop, mails: readonly DevMail[]): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox – ${shop.name}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${ownAssetUrl("dev-home.css")}">
</head>
<body>
<header class="bar"><a href="/">${shop.name}</a><a href="/__dev">What you can try</a></header>
<main class="page">
<h1>Mailbox</h1>
<p class="lead">Emails that the app has sent for ${shop.name}, newest first, for a week. None of them has left this machine.</p>
${mails.length === 0 ? html`<p>No email has arrived yet. Pause or cancel a subscription to get one.</p>` : ""}
${mails.length > SHOWN ? html`<p class="quiet">The newest ${SHOWN} of ${mails.length}. <a href="/__dev/mailbox.json">All as JSON</a></p>` : ""}
${mails.slice(0, SHOWN).map((mail, at) => mailCard(mail, at === 0))}
</main>
</body>
</html>`;
  return String(page);
}

function mailCard(mail: DevMail, isOpen: boolean) {
  return html`<details class="card mail"${isOpen ? " open" : ""}>
<summary><strong>${mail.subject}</strong> <span class="quiet">to ${mail.to} · ${mail.receivedAt}</span></summary>
<p class="quiet" id="mail-${mail.id}">From ${mail.from}${mail.replyTo === null ? "" : `, answers to ${mail.replyTo}`}</p>
${mail.html === null ? "" : html`<iframe sandbox="" loading="lazy" title="${mail.subject}" srcdoc="${mail.html}"></iframe>`}
<details><summary>Text part</summary><pre tabindex="0">${mail.text ?? "none"}</pre></details>
<details><summary>Headers</summary><pre tabindex="0">${mail.headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}</pre></details>
</details>`;
}
