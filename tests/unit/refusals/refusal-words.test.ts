import { describe, expect, test } from "vitest";
import { MAIL_LANGUAGES } from "#app/domain/mail/texts/languages.ts";
import { REFUSAL_REASONS, type RefusalReason } from "#app/domain/refusals/refusal-reasons.ts";
import { refuse, refuseFields } from "#app/domain/refusals/refuse.ts";
import { REFUSAL_WORDS, wordError } from "#app/domain/refusals/word-error.ts";
import { AppError, type AppErrorCode } from "#app/lib/app-error.ts";
import { labelOfField } from "#app/routes/storefront/field-labels.ts";
import { loader as portal } from "#app/routes/storefront/portal.ts";
import { action as changes } from "#app/routes/storefront/portal-changes.ts";

const reasons = Object.keys(REFUSAL_REASONS) as RefusalReason[];
const OTHERS = MAIL_LANGUAGES.filter((language) => language !== "en");
const placesOf = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(String).sort();
const say = (error: AppError, lang: string) => wordError(error, lang, labelOfField);

describe.each(reasons)("a refusal for the reason %s", (reason) => {
  test("has a sentence of its own in each of the five languages, with the same values", () => {
    const sentences = MAIL_LANGUAGES.map((language) => REFUSAL_WORDS[language][reason]);
    expect(new Set(sentences).size).toBe(MAIL_LANGUAGES.length);
    for (const sentence of sentences) {
      expect(sentence.trim()).not.toBe("");
      expect(placesOf(sentence)).toEqual(placesOf(sentences[0] ?? ""));
    }
  });

  test.each(OTHERS)("is not English in %s", (language) => {
    const words = REFUSAL_WORDS[language][reason];
    expect(words).not.toMatch(/\b(the|this|you|your|it|and|not|is|choose|ask|store)\b/i);
  });
});

describe("every code that the portal's endpoints answer", () => {
  const boundary: AppErrorCode[] = ["invalid_input", "malformed_request", "not_found"];
  const declared = [portal, changes].flatMap(({ declaration }) => declaration.errors ?? []);
  const codes = new Set<AppErrorCode>([...boundary, "rate_limited", ...declared]);

  test.each([...codes])("%s is worded in each language where no reason is named", (code) => {
    const said = MAIL_LANGUAGES.map((lang) => say(new AppError(code, "Raw."), lang).message);
    expect(said).not.toContain("Raw.");
    expect(new Set(said).size).toBe(MAIL_LANGUAGES.length);
  });
});

describe("a worded refusal", () => {
  test("writes days and names fields as the page does", () => {
    const late = refuse("period_not_over", { day: "2026-12-24" });
    expect(late.message).toContain("2026-12-24");
    expect(say(late, "de").message).toContain("24. Dezember 2026");
    expect(say(late, "ja").message).toContain("2026年12月24日");
    const long = refuseFields({ "address.phone": "too_long" }, { most: 40 });
    expect(say(long, "de").message).toBe("Telefon: höchstens 40 Zeichen.");
    expect(say(long, "ja").message).toBe("電話番号：40文字以内で入力してください。");
  });

  test("names all fields that are wrong, in the order of the form", () => {
    const wrong = refuseFields({
      ...{ "address.last_name": "last_name_needed", "address.city": "city_needed" },
    });
    expect(say(wrong, "fr")).toEqual({
      message: "Saisissez un nom. Saisissez une ville.",
      fields: {
        "address.last_name": ["Saisissez un nom."],
        "address.city": ["Saisissez une ville."],
      },
    });
  });

  test("is English on a page whose language has no words", () => {
    expect(say(refuse("ended"), "pt-BR").message).toBe(REFUSAL_WORDS.en.ended);
  });
});
