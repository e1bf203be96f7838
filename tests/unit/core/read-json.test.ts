import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJson } from "#app/lib/read-json.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { fc } from "#tests/support/property.ts";

// Names that begin alike once they are escaped: the runtime's parser takes one of them for another.
const name = fc.string({ unit: fc.constantFrom("a", "\\", '"', "\n", "u", "0", "é", "\u2028") });
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    name,
    fc.constantFrom(0, null, true),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 6 }),
  ),
})).value;

test("a name is read as it was written, whatever names were read before it", () => {
  const before = ['{"k":1,"\\\\":2}', '{"k":1,"\\\\u":2}', '{"k":1,"\\\\\\"":2}'];
  const texts = ['{"k":1,"\\n":2}', '{"k":1,"\\u00e9x":2}', '{"k":1,"\\\\a":2}'];
  const second = (text: string) => Object.keys(Object(readJson(text)))[1];
  expect(before.map(second)).toEqual(["\\", "\\u", '\\"']);
  expect(texts.map(second)).toEqual(["\n", "éx", "\\a"]);
});

test("every value comes back as it was written, with any of its names escaped", () => {
  fc.assert(
    fc.property(values, fc.boolean(), (value, escaped) => {
      const json = JSON.stringify(value);
      const unit = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
      expect(readJson(escaped ? json.replace(/[é\u2028]/g, unit) : json)).toEqual(value);
    }),
  );
});

test("of a name that stands twice the last one counts, however each is written", () => {
  expect(readJson('{"\\u0061":1,"a":2,"\\u0061":3}')).toEqual({ a: 3 });
  expect(readJson('{"a":1,"\\u0061":2}')).toEqual({ a: 2 });
});

test("a name of the language's own is a name like another", () => {
  const read = readJson('{"__proto__":{"a":1},"\\n":2}');
  expect(Object.keys(Object(read))).toEqual(["__proto__", "\n"]);
  expect(read).not.toHaveProperty("a");
});

test.each(['{"\\n":1', '{"\\x":1}', '"\\n":1', '{"a\nb\\n":1}'])("%j is no JSON", (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
});

test("nothing else reads JSON that others have written", () => {
  const files = globSync("app/{lib,http,platform,domain,jobs}/**/*.ts", { cwd: projectRoot });
  const reading = files.filter((file) =>
    /JSON\.parse\(|\.json\(\)/.test(readFileSync(join(projectRoot, file), "utf8")),
  );
  // All but readJson itself read what this app has written itself.
  expect(reading.sort()).toEqual([
    "app/domain/compliance/collect-customer-data.ts",
    "app/domain/data-export/files/make-export-file.ts",
    "app/domain/diagnosis/checks/app-proxy.ts",
    "app/domain/idempotency/first-answer.ts",
    "app/domain/idempotency/key-claims.ts",
    "app/http/docs/example-inputs.ts",
    "app/http/docs/page-script.ts",
    "app/http/example-errors.ts",
    "app/lib/log.ts",
    "app/lib/queue.ts",
    "app/lib/read-json.ts",
    "app/platform/shopify/auth/session-storage.ts",
  ]);
});
