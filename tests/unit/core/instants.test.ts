import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { readMoment } from "#app/domain/contract-imports/lines/read-moment.ts";
import { isKeyOf } from "#app/domain/members/customers/customer-sorts.ts";
import {
  dayText,
  instantField,
  instantText,
  platformInstant,
  readInstant,
} from "#app/lib/instants.ts";
import { changeSchema } from "#app/routes/admin/subscriptions/page/change-subscription.ts";
import { readEndFilter } from "#app/routes/rest/filters.ts";
import { WEBHOOK_TOPICS } from "#app/routes/webhooks/topics.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

const HELD = ["0001-01-01T00:00:00Z", "2026-11-27T10:00:00.123Z", "9999-12-31T23:59:59.999Z"];
const NOT_HELD = [
  ...["0000-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "+010000-01-01T00:00:00Z"],
  ...["10000-01-01T00:00:00Z", "+275760-09-13T00:00:00Z", "yesterday", ""],
];
/** By their offset alone in a year that is not kept. */
const NOT_HELD_IN_UTC = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"];

describe("an instant that somebody else has written", () => {
  test.each(HELD)("%s is read", (text) => {
    expect(readInstant(text)).toEqual(new Date(text));
    expect(instantField().parse(text)).toEqual(new Date(text));
    expect(instantText({ offset: true }).parse(text)).toBe(text);
  });

  test.each([...NOT_HELD, ...NOT_HELD_IN_UTC])("“%s” is none", (text) => {
    expect(readInstant(text)).toBeNull();
    expect(instantField().safeParse(text).success).toBe(false);
    expect(instantText({ offset: true }).safeParse(text).success).toBe(false);
  });

  test("is complained of once, in the words that are given", () => {
    for (const text of ["yesterday", "0000-01-01T00:00:00Z"]) {
      const { error } = instantText({ error: "Not this one." }).safeParse(text);
      expect(error?.issues.map(({ message }) => message)).toEqual(["Not this one."]);
    }
  });

  test("is the nearest that is kept where the platform has written it", () => {
    expect(platformInstant("0000-06-01T00:00:00Z")).toEqual(new Date("0001-01-01T00:00:00Z"));
    expect(platformInstant("9999-12-31T23:59:59-14:00")).toEqual(new Date(HELD[2] ?? ""));
    expect(platformInstant("2026-01-01T00:00:00Z")).toEqual(new Date("2026-01-01T00:00:00Z"));
  });

  test("is none in a file of contracts either, whatever its zone", () => {
    for (const text of NOT_HELD_IN_UTC) expect(readMoment(text, "UTC")).toBeNull();
    expect(readMoment("9999-12-31T23:00", "America/New_York")).toBeNull();
    expect(readMoment("0001-01-01T01:00", "Asia/Tokyo")).toBeNull();
    expect(readMoment("2026-01-01T01:00", "Asia/Tokyo")).toEqual(new Date("2025-12-31T16:00:00Z"));
  });

  test("ends a span of the last year with it", () => {
    expect(readEndFilter("until", HELD[2], "UTC")).toEqual(new Date(HELD[2] ?? ""));
  });

  test("is none of a webhook and none of a form of a subscription", () => {
    const { payload } = WEBHOOK_TOPICS["customer.tags_added"] ?? {};
    const tagged = { customerId: "gid://shopify/Customer/1", tags: ["vip"] };
    for (const occurredAt of NOT_HELD) {
      expect(payload?.safeParse({ ...tagged, occurredAt }).success, occurredAt).toBe(false);
      const skip = { intent: "skip-next", dueAt: occurredAt };
      expect(changeSchema.safeParse(skip).success, occurredAt).toBe(false);
    }
    const at = { occurredAt: "2026-11-27T10:00:00-05:00" };
    expect(payload?.safeParse({ ...tagged, ...at }).success).toBe(true);
  });

  test("is a place in a list only as the database writes it", () => {
    expect(isKeyOf("next", "2026-01-01 10:00:00.123456+00")).toBe(true);
    for (const key of [
      "0000-01-01 00:00:00+00",
      "2026-02-30 00:00:00+00",
      "2026-01-01 00:00:00+16",
    ])
      expect(isKeyOf("next", key), key).toBe(false);
  });
});

test("a day that somebody else has written is in a year that is kept", () => {
  expect(dayText().parse("9999-12-31")).toBe("9999-12-31");
  for (const text of ["0000-01-01", "10000-01-01", "2026-02-30", ""]) {
    expect(dayText().safeParse(text).error?.issues, text).toHaveLength(1);
  }
});

// What reads dates by itself lets through the years that the database does not hold.

/** Where others' texts come in: there, also a bare `new Date(text)` is refused. */
const OUTSIDE = /^app\/(?:platform|http|routes)\//;
/** What a `Date` is made of that nobody outside has written. */
const OF_NUMBERS = /getTime\(\)|Date\.now\(\)|^\d+$|^"|^Math\.|^now$/;

/** Calls in a module that read dates past `app/lib/instants.ts`. */
function findReaders(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const called = ts.isCallExpression(node) ? node.expression.getText() : "";
    const isReader =
      /^z\s*\.(?:iso\s*\.(?:datetime|date)|coerce\s*\.date)$/.test(called) ||
      called === "Temporal.Instant.from" ||
      (called === "Date.parse" && OUTSIDE.test(file)) ||
      (ts.isNewExpression(node) &&
        node.expression.getText() === "Date" &&
        OUTSIDE.test(file) &&
        node.arguments?.length === 1 &&
        !OF_NUMBERS.test(node.arguments[0]?.getText() ?? ""));
    if (isReader) found.push(`${file}: ${node.getText().slice(0, 60)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Read for the difference of two clocks, and kept nowhere. */
const KEPT_NOWHERE = ["app/platform/shopify/admin-answer.ts"];

test.each([
  "z.iso.datetime()",
  "z.iso\n  .datetime({ offset: true })",
  "z.iso.date()",
  "z.coerce.date()",
  "Temporal.Instant.from(text)",
  "Date.parse(text)",
  "new Date(body.at)",
])("a date that is read by %s is found", (code) => {
  expect(findReaders("app/routes/a.ts", `const at = ${code};`)).toHaveLength(1);
});

test("every date from outside is read in one place", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    (file) =>
      !file.startsWith("app/generated/") &&
      file !== "app/lib/instants.ts" &&
      !KEPT_NOWHERE.includes(file),
  );
  const found = files.flatMap((file) =>
    findReaders(file, readFileSync(join(projectRoot, file), "utf8")),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
