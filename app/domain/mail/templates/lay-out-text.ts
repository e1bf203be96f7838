import type { MailContent } from "./mail-content.ts";

/** The mail as plain text. */
export function layOutText(content: MailContent): string {
  const { button, otherWay, unsubscribe } = content;
  const blocks = [
    content.storeName,
    content.heading,
    content.greeting,
    ...content.paragraphs.map((lines) => lines.join("\n")),
    content.facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    button && `${button.label}:\n${button.url}`,
    otherWay && `${otherWay.label}:\n${otherWay.url}`,
    // What stands below this line is a signature to mail programs.
    ["-- ", content.footer, unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`]
      .filter(Boolean)
      .join("\n"),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
