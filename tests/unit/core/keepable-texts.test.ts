import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFormFields } from "#app/http/read-form-or-json.ts";
import { keepable } from "#app/lib/storable-text.ts";
import { readForm } from "#app/routes/admin/input/read-form.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

// PostgreSQL holds no NUL, and its JSON no half of a character: both would fail where nobody expects it.

test("a text loses what cannot be kept, and nothing else", () => {
  expect(keepable("a\u0000b")).toBe("ab");
  expect(keepable("\ud83d")).toBe("\ufffd");
  expect(keepable(" 😀\n\t ")).toBe(" 😀\n\t ");
});

test("a form of the admin has texts that can be kept", async () => {
  const body = new URLSearchParams({ "na\u0000me": "a\u0000b" });
  const form = await readForm(new Request("http://localhost", { method: "POST", body }));
  expect([...form]).toEqual([["name", "ab"]]);
});

test("the fields of a form of an interface can be kept, sent once or twice", () => {
  expect(readFormFields("a%00=1%00&b=%002&b=3")).toEqual({ a: "1", b: ["2", "3"] });
});

test("no body is read in another way than by the functions that bound and clean it", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot });
  const reading = files.filter((file) =>
    /\b(request|req|raw)\.(json|text|formData|arrayBuffer|blob|bytes|parseBody)\(/.test(
      readFileSync(join(projectRoot, file), "utf8"),
    ),
  );
  expect(reading).toEqual(["app/routes/admin/input/read-form.ts"]);
});
