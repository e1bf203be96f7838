import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepable } from "#app/lib/storable-text.ts";
import { readForm } from "#app/routes/admin/input/read-form.ts";
import { readJsonForm } from "#app/routes/admin/input/read-json-form.ts";
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

test("so has a form that is sent as JSON, also in names and deep within", async () => {
  const body = String.raw`{"a\u0000b": "x\u0000y", "half": ["\uD83D", {"deep": "\ude00!"}], "whole": "\ud83d\ude00"}`;
  const headers = { "content-type": "application/json" };
  const sent = new Request("http://localhost", { method: "POST", headers, body });
  expect(await readJsonForm(sent)).toEqual({
    ...{ ab: "xy", half: ["\ufffd", { deep: "\ufffd!" }] },
    whole: "😀",
  });
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
