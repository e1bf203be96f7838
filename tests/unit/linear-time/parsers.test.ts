import { describe, test } from "vitest";
import { readFormFields } from "#app/http/read-form-or-json.ts";
import { redactLine } from "#app/lib/log.ts";
import { MAX_PARAMETERS, readParameters } from "#app/lib/parameters.ts";
import { MAX_LOGGED_TEXT, redactText } from "#app/lib/redact-text.ts";
import { verifyProxySignature } from "#app/platform/shopify/auth/verify-proxy-signature.ts";
import { expectLinear } from "./expect-linear.ts";

// Each parser at the largest input that callers may send, of the kind that is worst for it.

const KEYED_BODY = 64 * 1024;
const ADDRESS = 16 * 1024;

describe("forms and queries", () => {
  const names = (size: number) => Array.from({ length: size }, (_, at) => `n${at}=`).join("&");

  test("a form of as many names as fit its body is refused in time linear in its length", () => {
    const refuse = (text: string) => {
      try {
        return readFormFields(text);
      } catch (error) {
        return error;
      }
    };
    expectLinear(KEYED_BODY / 8, names, refuse, 5);
  });

  test("a form of one name, repeated", () => {
    expectLinear(MAX_PARAMETERS / 2, (size) => "k=v&".repeat(size - 1), readParameters, 5);
  });

  test("a form of one field that fills it, percent-encoded", () => {
    expectLinear(KEYED_BODY / 3, (size) => `k=${"%41".repeat(size)}`, readParameters, 10);
  });

  test("the query of a signed request, with as many parameters as it may have", () => {
    const verify = (query: ReturnType<typeof readParameters>) =>
      query && verifyProxySignature(query, "secret-of-the-app", new Date());
    const signed = `&shop=a.myshopify.com&timestamp=1&signature=${"0".repeat(64)}`;
    const half = MAX_PARAMETERS / 2 - 3;
    expectLinear(half, (size) => readParameters(names(size) + signed), verify, 5);
    const filled = (size: number) => readParameters(`a=${"shop=".repeat(size)}${signed}`);
    expectLinear(ADDRESS / 5, filled, verify, 5);
  });
});

describe("what is logged", () => {
  const hostile = {
    at: (size: number) => "@".repeat(size),
    "encoded at": (size: number) => "a%40".repeat(size / 4),
    "an address without an end": (size: number) => `/${"a".repeat(size)}`,
    "many dots": (size: number) => `a@${"a.".repeat(size / 2)}`,
    keys: (size: number) => "pk_live_".repeat(size / 8),
    tokens: (size: number) => "eyJ-".repeat(size / 4),
    parameters: (size: number) => "?key=".repeat(size / 5),
    percent: (size: number) => `%${"25".repeat(size / 2)}`,
    percents: (size: number) => "%25".repeat(size / 3),
  };
  test.each(Object.entries(hostile))("a text of %s", (_name, text) => {
    expectLinear(MAX_LOGGED_TEXT / 2, text, redactText, 5);
  });

  test("a line with a body of a mebibyte in its message", () => {
    const line = (size: number) => `${JSON.stringify({ msg: "@a.b ".repeat(size / 5) })}\n`;
    expectLinear(1024 * 1024, line, redactLine);
  });
});
