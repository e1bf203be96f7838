import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { de as mails } from "#app/domain/mail/texts/de.ts";
import { de as refusals } from "#app/domain/refusals/words/de.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { words as loyalty } from "#storefront/loyalty/words/de.ts";
import { words as portal } from "#storefront/portal/words/de.ts";

const readTree = (...path: string[]): unknown =>
  JSON.parse(readFileSync(join(projectRoot, ...path), "utf8"));

const SHOPPERS_READ: [string, unknown][] = [
  ["mails, and the pages behind their links", mails],
  ["refusals", refusals],
  ["the portal", portal],
  ["loyalty", loyalty],
  ["the theme extension", readTree("extensions", "storefront", "locales", "de.json")],
  ["the demo's theme", readTree("devstore", "storefront", "locales", "de.json")],
];

test.each(SHOPPERS_READ)("German shoppers are called du, and never Sie: %s", (_, texts) => {
  const sentences = [...textsOf(texts)];
  expect(sentences.length).toBeGreaterThan(10);
  expect(sentences.filter((text) => /\b(Sie|Ihre?[nmrs]?|Ihnen)\b/.test(text))).toEqual([]);
});

function* textsOf(tree: unknown): Generator<string> {
  if (typeof tree === "string") yield tree;
  else if (tree && typeof tree === "object") {
    for (const part of Object.values(tree)) yield* textsOf(part);
  }
}
