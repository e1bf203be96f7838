import type { FactWords, MailNotes } from "../kinds/mail-kind-module.ts";
import { type MailKind, mailKindOf } from "../kinds/mail-kinds.ts";
import { languageOf, MAIL_TEXTS } from "../texts/languages.ts";
import type { MailTexts, MailWords } from "../texts/mail-texts.ts";
import { layOutHtml } from "./lay-out-html.ts";
import { layOutText } from "./lay-out-text.ts";
import type { MailContent } from "./mail-content.ts";
import { mailFormatsOf } from "./mail-formats.ts";
import { fillVariables } from "./variables.ts";

/** What of a store its mails show. */
export interface MailLook {
  storeName: string;
  /** `#rrggbb`, behind the store's name and the button. */
  color: string;
  /** IANA name of the zone whose days the mail names. */
  zone: string;
}

/** A mail that is ready to be sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Writes a mail. The same input gives the same mail: nothing is read or looked up.
 *
 * @param data what the kind's schema has read.
 * @param ownWords of the merchant; an empty text means the usual one.
 * @param firstName of the customer, null when it is not known.
 * @param unsubscribeUrl for a kind that is optional; null leaves its link out.
 */
export function renderMail(mail: {
  kind: MailKind;
  data: unknown;
  locale: string | null;
  look: MailLook;
  ownWords: Partial<MailWords>;
  firstName: string | null;
  unsubscribeUrl: string | null;
}): RenderedMail {
  const { kind, data, look, ownWords, firstName } = mail;
  const module = mailKindOf(kind);
  const { language, locale } = languageOf(mail.locale);
  const texts = MAIL_TEXTS[language];
  const formats = mailFormatsOf(locale, look.zone);
  const values = module.values(data, formats);
  const wordsOf = (name: keyof MailWords) =>
    fillVariables(ownWords[name] || texts.kinds[kind][name], values);
  const button = module.button(data);
  const otherWay = module.otherWay?.(data) ?? null;
  const content: MailContent = {
    language,
    storeName: look.storeName,
    greeting: firstName
      ? fillVariables(texts.greeting, { name: firstName })
      : texts.greetingWithoutName,
    heading: wordsOf("heading"),
    paragraphs: [...paragraphsOf(wordsOf("body")), ...notesOf(module.notes?.(data), texts)],
    facts: module
      .facts(data, formats)
      .filter((fact) => fact !== null)
      .map(([label, value]) => [
        texts.labels[label],
        typeof value === "string" ? value : wordsOfFact(value, texts),
      ]),
    button: button && { ...button, label: texts.buttons[button.label] },
    otherWay: otherWay && { ...otherWay, label: texts.buttons[otherWay.label] },
    buttonAlone: texts.buttonAlone,
    footer: fillVariables(texts.footer, { store: look.storeName }),
    unsubscribe:
      module.isOptional && mail.unsubscribeUrl
        ? { label: texts.unsubscribe, url: mail.unsubscribeUrl }
        : null,
  };
  return {
    subject: wordsOf("subject").replaceAll(/\s+/g, " ").trim(),
    html: layOutHtml(content, look.color),
    text: layOutText(content),
  };
}

function wordsOfFact(value: FactWords | null, texts: MailTexts): string {
  if (!value) return texts.never;
  if ("change" in value) return texts.changes[value.change];
  return "silence" in value ? texts.silence[value.silence] : texts[value.why];
}

function notesOf(notes: MailNotes | undefined, texts: MailTexts): string[][] {
  if (!notes) return [];
  const [first = [], ...more] = notes.terms ? paragraphsOf(notes.terms) : [];
  return [
    ...(first.length > 0 ? [[`${texts.labels.whatChanges}:`, ...first], ...more] : []),
    ...(notes.hasFirstCharges ? [[texts.firstCharges]] : []),
  ];
}

/** A blank line begins a new paragraph. */
function paragraphsOf(body: string): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of body.split("\n")) {
    if (line.trim() === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  }
  return paragraphs.filter((lines) => lines.length > 0);
}
