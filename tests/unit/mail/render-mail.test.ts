import { describe, expect, test } from "vitest";
import { MAIL_KINDS, type MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import { variablesOf } from "#app/domain/mail/kinds/variables-of.ts";
import { renderMail } from "#app/domain/mail/templates/render-mail.ts";
import { textColorOn } from "#app/domain/mail/templates/text-color.ts";
import { variablesIn } from "#app/domain/mail/templates/variables.ts";
import { languageOf, MAIL_LANGUAGES, MAIL_TEXTS } from "#app/domain/mail/texts/languages.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const LOOK = { storeName: "Blatt & Bohne", color: "#2a4d3a", zone: "Europe/Berlin" };

function render(kind: MailKind, changes: Partial<Parameters<typeof renderMail>[0]> = {}) {
  const module = MAIL_KINDS.find((one) => one.kind === kind);
  return renderMail({
    ...{ kind, data: module?.sample(NOW, "EUR"), locale: "en", look: LOOK, ownWords: {} },
    ...{ firstName: "Ada", unsubscribeUrl: null },
    ...changes,
  });
}

/** Every text below a value, with its path. */
function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsIn(inner, `${path}.${name}`),
  );
}

describe.each(MAIL_LANGUAGES)("the words in %s", (language) => {
  const texts = MAIL_TEXTS[language];

  test("are all there, and say the same as the English ones", () => {
    const paths = (value: unknown) => textsIn(value, "").map(([path]) => path);
    expect(paths(texts)).toEqual(paths(MAIL_TEXTS.en));
    for (const [path, text] of textsIn(texts, language)) expect(text.trim(), path).not.toBe("");
  });

  test.each(MAIL_KINDS.map(({ kind }) => kind))("of %s use its variables and no others", (kind) => {
    const used = new Set(Object.values(texts.kinds[kind]).flatMap(variablesIn));
    expect([...used].sort()).toEqual([...variablesOf(kind)].sort());
  });

  test.each(MAIL_KINDS.map(({ kind }) => kind))("make a whole mail of %s", (kind) => {
    const { subject, html, text } = render(kind, { locale: language });
    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(/undefined|null|NaN|\{\{|\[object/);
    }
    expect(html).toContain(`<html lang="${language}">`);
    expect(text).toContain("Blatt & Bohne");
    expect(html).toContain("Blatt &amp; Bohne");
  });
});

test("nothing that a customer, a merchant or a plan is called can become a part of the page", () => {
  const bad = `</style><script>alert("x")</script>'&`;
  const { html } = render("payment_failed", {
    firstName: bad,
    look: { ...LOOK, storeName: bad },
    ownWords: { heading: bad, body: `${bad} {{ plan }}` },
    data: {
      planName: bad,
      amount: { minor: 100, currency: "EUR" },
      updateUrl: `https://example.com/?a="onclick='x'&b=1`,
      retryAt: null,
    },
  });
  expect(html).not.toContain("<script");
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html).toContain("https://example.com/?a=&quot;onclick=&#39;x&#39;&amp;b=1");
});

test("a subject is one line, whatever is put into it", () => {
  const { subject } = render("subscription_paused", {
    data: { planName: "Tea\r\nBcc: everybody@example.com", pausedUntil: null },
  });
  expect(subject).toBe("Tea Bcc: everybody@example.com is paused");
});

test("amounts and days are written in the customer's locale, days in the store's zone", () => {
  const data = {
    planName: "Tea",
    amount: { minor: 123_456, currency: "JPY" },
    chargeAt: new Date("2026-12-31T23:30:00Z"),
  };
  expect(render("upcoming_renewal", { data, locale: "fr" }).text).toMatch(
    /Montant: 123\s456\sJPY\n.*1 janvier 2027/,
  );
  expect(render("upcoming_renewal", { data, locale: "ja" }).text).toContain("2027年1月1日");
});

test("a merchant's words replace the usual ones, paragraph by paragraph", () => {
  const ownWords = { subject: "", body: "Dear friend of {{plan}},\nthank you.\n\n\nBye" };
  const { html, subject } = render("payment_failed", { ownWords });
  expect(subject).toBe("Your payment for Coffee every month did not go through");
  expect(html).toContain("Dear friend of Coffee every month,<br>thank you.</p>");
  expect(html).toContain(">Bye</p>");
});

test("only a mail that one may do without carries the link for fewer mails", () => {
  const unsubscribeUrl = "https://app.example.com/mail/unsubscribe/x";
  for (const { kind, isOptional } of MAIL_KINDS) {
    const { html, text } = render(kind, { unsubscribeUrl });
    expect(html.includes(unsubscribeUrl)).toBe(isOptional);
    expect(text.includes(unsubscribeUrl)).toBe(isOptional);
  }
});

test("a locale without words of its own gets English whole, and a strange one does no harm", () => {
  expect(languageOf("de-AT")).toEqual({ language: "de", locale: "de-AT" });
  for (const locale of ["it", "pt-BR", "", "x".repeat(400), "../../etc", null]) {
    expect(languageOf(locale)).toEqual({ language: "en", locale: "en" });
  }
});

test("text on the store's color has the better contrast of light and dark", () => {
  expect(textColorOn("#000000")).toBe("#ffffff");
  expect(textColorOn("#ffffff")).toBe("#161616");
  expect(textColorOn("#ffd500")).toBe("#161616");
  expect(textColorOn("#2a4d3a")).toBe("#ffffff");
});
