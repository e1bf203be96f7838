import { expect, test } from "vitest";
import { MAIL_LANGUAGES } from "#app/domain/mail/texts/languages.ts";
import { COUNTRY_CODES } from "#app/domain/portal/edits/country-codes.ts";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";

const LEFT_OUT = ["AN", "ZZ"];

test("an address can be in every country that there is on the platform, and in no other", () => {
  const type = adminSchema().getType("CountryCode");
  const values = type && "getValues" in type ? type.getValues().map(({ name }) => name) : [];
  expect(values).toEqual(expect.arrayContaining(LEFT_OUT));
  expect(COUNTRY_CODES).toEqual(values.filter((code) => !LEFT_OUT.includes(code)));
});

test.each(MAIL_LANGUAGES)("each country has a name of its own in %s", (language) => {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const shown = COUNTRY_CODES.map((code) => names.of(code));
  expect(shown).not.toContain(undefined);
  expect(new Set(shown).size).toBe(COUNTRY_CODES.length);
});
