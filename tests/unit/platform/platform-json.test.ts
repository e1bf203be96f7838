import { expect, test } from "vitest";
import { readPlatformJson } from "#app/platform/shopify/platform-json.ts";
import { fc } from "#tests/support/property.ts";

// What shoppers and other apps write on the platform reaches us as JSON, with whatever characters they chose.

const text = fc.string({
  unit: fc.constantFrom("a", "\\", "u", "0", "\u0000", "\ud83d", "\ude00"),
});
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** The rule: no NUL, U+FFFD for half a character, and everything else as it is. */
function kept(value: unknown): unknown {
  if (typeof value === "string") return [...value.split("\0").join("")].map(whole).join("");
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [kept(name), kept(one)]));
}

function whole(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xd800 && code <= 0xdfff ? "\ufffd" : character;
}

test("whatever the platform says is read with texts that the database can hold, and otherwise as it is", () => {
  fc.assert(
    fc.property(values, fc.boolean(), (value, isEscaped) => {
      const json = JSON.stringify(value);
      const toEscape = (character: string) =>
        `\\u${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`;
      const sent = isEscaped ? json.replace(/[\ud800-\udfff]/g, toEscape) : json;
      expect(readPlatformJson(sent)).toEqual(kept(value));
    }),
  );
});
