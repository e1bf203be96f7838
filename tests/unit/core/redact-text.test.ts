import { expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import { MAX_LOGGED_TEXT, redactText } from "#app/lib/redact-text.ts";

test.each([
  ["key pk_live_abcDEF123 was sent", "key [redacted] was sent"],
  ["GET /x?key=abc&page=2", "GET /x?key=[redacted]&page=2"],
  ["/p?shop=a&signature=00ff&t=1", "/p?shop=a&signature=[redacted]&t=1"],
  ["mail to ada.lovelace@example.com failed", "mail to [redacted] failed"],
  ["token shpat_0123abcd", "token [redacted]"],
  ["/api/v1/store-credits/ada%40example.com", "/api/v1/store-credits/[redacted]"],
  ["/x/ada%2540example.co.uk/y", "/x/[redacted]/y"],
  ["a@b and c@d.com, 'e@f.gh'", "a@b and [redacted], '[redacted]'"],
  ["550 <иван@почта.рф>: unknown", "550 <[redacted]>: unknown"],
  ["用户@例子.广告 failed", "[redacted] failed"],
  ["to 用户@例子。广告", "to [redacted]"],
  ["用户＠例子．广告", "[redacted]"],
  ["jörg@müller.de", "[redacted]"],
  ["राम@उदाहरण.भारत", "[redacted]"],
  ["/x/%D0%B8%D0%B2@%D0%BF%D0%BE.%D1%80%D1%84?a=1", "/x/[redacted]?a=1"],
  ["react@1.2 and @scope/name", "react@1.2 and @scope/name"],
  ["Bearer eyJhbGciOiJIUzI1NiJ9.eyJkZXN0IjoiYSJ9.c2ln", "Bearer [redacted]"],
])("a log line never holds a secret or an address: %s", (text, expected) => {
  expect(redactText(text)).toBe(expected);
});

test("a long text is cut before it is read, never inside a word", () => {
  const words = "word ".repeat(MAX_LOGGED_TEXT);
  expect(redactText(words).length).toBeLessThan(MAX_LOGGED_TEXT + 50);
  expect(redactText("x".repeat(MAX_LOGGED_TEXT + 1))).toBe(
    ` … [${MAX_LOGGED_TEXT + 1} more characters]`,
  );
});

test("whatever a line of the log holds, in a message, a path, an error or deep inside: no secret leaves", () => {
  const lines: string[] = [];
  const log = createLogger("info", { process: "test" }, { write: (line) => lines.push(line) });
  const mail = "ada.lovelace@example.com";
  log
    .child({ path: `/x/${encodeURIComponent(mail)}` })
    .error(
      { err: new Error(`no ${mail}`), deep: { a: { b: { c: { email: mail, text: mail } } } } },
      `the sign-in library says pk_live_abcDEF123 and ${mail}`,
    );
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/lovelace|pk_live_/);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ process: "test", path: "/x/[redacted]" });
});
