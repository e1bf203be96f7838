import { expect, test } from "vitest";
import { redactText } from "#app/lib/log.ts";

test.each([
  ["key pk_live_abcDEF123 was sent", "key [redacted] was sent"],
  ["GET /x?key=abc&page=2", "GET /x?key=[redacted]&page=2"],
  ["/p?shop=a&signature=00ff&t=1", "/p?shop=a&signature=[redacted]&t=1"],
  ["mail to ada.lovelace@example.com failed", "mail to [redacted] failed"],
  ["token shpat_0123abcd", "token [redacted]"],
])("a log line never holds a secret or an address: %s", (text, expected) => {
  expect(redactText(text)).toBe(expected);
});
