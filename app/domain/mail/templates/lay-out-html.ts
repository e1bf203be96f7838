import { type Html, html } from "./html.ts";
import type { MailContent } from "./mail-content.ts";
import { textColorOn } from "./text-color.ts";

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The mail as one HTML page: one column that fits a phone, and colors for readers who prefer the dark. Styles stand at their
 * elements, because some mail programs take no others; what they take of the sheet makes it better.
 */
export function layOutHtml(content: MailContent, color: string): string {
  const { language, storeName, heading, greeting, paragraphs, facts, footer } = content;
  const onColor = textColorOn(color);
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #1a1a1a !important; }
  .card { background-color: #262626 !important; }
  .words { color: #f1f1f1 !important; }
  .quiet { color: #b5b5b5 !important; }
  .line { border-color: #444444 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f3f3;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="center" style="padding:16px 8px;font-family:${FONT};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:560px;background-color:#ffffff;border-radius:8px;overflow:hidden;">
<tr><td style="padding:20px 24px;background-color:${color};color:${onColor};font-size:18px;font-weight:600;overflow-wrap:anywhere;">${storeName}</td></tr>
<tr><td class="words" style="padding:24px;color:#1f1f1f;font-size:16px;line-height:1.5;overflow-wrap:anywhere;">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;">${heading}</h1>
<p style="margin:0 0 16px;">${greeting}</p>
${paragraphs.map((lines) => html`<p style="margin:0 0 16px;">${linesOf(lines)}</p>\n`)}${factTable(facts)}${buttonOf(content, color, onColor)}${otherWayOf(content)}</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="quiet" style="padding:16px 24px;color:#5c5c5c;font-size:13px;line-height:1.5;overflow-wrap:anywhere;">${footer}${unsubscribeOf(content)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return page.text;
}

function linesOf(lines: readonly string[]): Html[] {
  return lines.map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`));
}

function factTable(facts: MailContent["facts"]): Html | null {
  if (facts.length === 0) return null;
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
${facts.map(
  ([label, value]) => html`<tr>
<th scope="row" align="left" class="quiet line" style="padding:8px 12px 8px 0;border-top:1px solid #dddddd;color:#5c5c5c;font-size:14px;font-weight:400;vertical-align:top;">${label}</th>
<td align="right" class="words line" style="padding:8px 0;border-top:1px solid #dddddd;color:#1f1f1f;font-size:14px;font-weight:600;vertical-align:top;">${value}</td>
</tr>
`,
)}</table>
`;
}

function buttonOf({ button, buttonAlone }: MailContent, color: string, onColor: string) {
  if (!button) return null;
  return html`<p style="margin:24px 0 16px;"><a href="${button.url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background-color:${color};color:${onColor};font-weight:600;text-decoration:none;">${button.label}</a></p>
<p class="quiet" style="margin:0;color:#5c5c5c;font-size:13px;">${buttonAlone}<br><a class="quiet" href="${button.url}" style="color:#5c5c5c;overflow-wrap:anywhere;">${button.url}</a></p>
`;
}

function otherWayOf({ otherWay }: MailContent): Html | null {
  if (!otherWay) return null;
  return html`<p style="margin:16px 0 0;"><a class="words" href="${otherWay.url}" style="color:#1f1f1f;font-weight:600;">${otherWay.label}</a></p>
`;
}

function unsubscribeOf({ unsubscribe }: MailContent): Html | null {
  if (!unsubscribe) return null;
  return html`<br><a class="quiet" href="${unsubscribe.url}" style="color:#5c5c5c;">${unsubscribe.label}</a>`;
}
