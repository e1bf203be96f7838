import { checkSync } from "recheck";
import { describe, expect, test } from "vitest";
import { expectLinear } from "./expect-linear.ts";
import { listRegularExpressions } from "./list-regular-expressions.ts";

// Every regular expression of the app and of the storefront's code takes time linear in its input: by the
// proof of a checker where that can tell, and measured where it cannot.

/** The checker cannot read these (references back, looking ahead): measured on what is worst for them. */
const MEASURED: Record<string, { expression: RegExp; worst: (size: number) => string }> = {
  "/^[ 0]+(?=.)/": { expression: /^[ 0]+(?=.)/, worst: (size) => "0".repeat(size) },
  "/^([\"'])([\\w-]+)\\1/": {
    expression: /^(["'])([\w-]+)\1/,
    worst: (size) => `"${"a".repeat(size)}`,
  },
  "/^([\"'])(\\w+)\\1/": { expression: /^(["'])(\w+)\1/, worst: (size) => `"${"a".repeat(size)}` },
  "/^([\"'])\\w+\\1\\s*,?/": {
    expression: /^(["'])\w+\1\s*,?/,
    worst: (size) => `"a"${" ".repeat(size)}`,
  },
};

/** Files that build expressions at run time, from fixed parts that leave nothing to go back over. */
const OUR_OWN: readonly string[] = [
  "storefront/liquid/read-extension.ts",
  "app/routes/rest/envelope.ts",
  "app/domain/churn/offers/pressure-phrases.ts",
];

const expressions = listRegularExpressions();

describe("every regular expression", () => {
  test("is found", () => {
    expect(expressions.length).toBeGreaterThan(50);
  });

  for (const { text, kind, files } of expressions.filter(({ text }) => !(text in MEASURED))) {
    test(`takes linear time: ${text} of ${files[0]}`, () => {
      if (kind === "built") return expect(OUR_OWN, text).toContain(files[0]);
      const end = text.lastIndexOf("/");
      const verdict = checkSync(text.slice(1, end), text.slice(end + 1), {
        checker: "automaton",
        timeout: 15_000,
      });
      expect(verdict).toMatchObject({ status: "safe" });
    });
  }

  for (const [text, { expression, worst }] of Object.entries(MEASURED)) {
    test(`takes linear time, as measured: ${text}`, async () => {
      expect(expressions.map((one) => one.text)).toContain(text);
      await expectLinear(8_192, worst, (input) => input.replace(expression, ""));
    });
  }
});
