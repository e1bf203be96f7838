import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildExtensionAssets, staleExtensionAssets } from "#scripts/bundle/build-extension.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import { checkExtensionLimits } from "#tests/support/liquid/check-extension-limits.ts";
import { validateBlockSchema } from "#tests/support/liquid/validate-block-schema.ts";

const extension = readExtension(join(projectRoot, "extensions", "storefront"));

test("the committed assets are what their sources give", async () => {
  expect(await staleExtensionAssets()).toEqual([]);
});

test("the same sources give the same bytes", async () => {
  expect(await buildExtensionAssets()).toEqual(await buildExtensionAssets());
});

test.each([
  ["script", ".js", 3 * 1024],
  ["style", ".css", 2 * 1024],
])("every %s keeps within its budget, compressed", async (_, ending, budgetBytes) => {
  const made = [...(await buildExtensionAssets())].filter(([name]) => name.endsWith(ending));
  expect(made.length).toBeGreaterThan(1);
  for (const [name, content] of made) {
    expect(gzipSync(content, { level: 9 }).length, name).toBeLessThanOrEqual(budgetBytes);
  }
});

test("no style depends on the root font size, which is 10 px in many themes", async () => {
  const made = [...(await buildExtensionAssets())];
  const styles = made.filter(([name]) => name.endsWith(".css"));
  expect(styles.length).toBeGreaterThan(0);
  for (const [, content] of styles) expect(content).not.toMatch(/\drem\b/);
});

test("the platform's limits for an extension are kept", () => {
  expect(checkExtensionLimits(extension)).toEqual([]);
});

test("the theme editor takes every block's settings", () => {
  const problems = [...extension.blocks.values()].flatMap((block) =>
    validateBlockSchema(extension, block),
  );
  expect(problems).toEqual([]);
});
