import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchExtension } from "#devstore/storefront/current-extension.ts";
import { blockFile } from "./extension-of.ts";

function folder(): { directory: string; write: (name: string, content: string) => void } {
  const directory = mkdtempSync(join(tmpdir(), "watched-extension-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of ["blocks", "locales"]) mkdirSync(join(directory, name));
  return { directory, write: (name, content) => writeFileSync(join(directory, name), content) };
}

function complete() {
  const { directory, write } = folder();
  write("shopify.extension.toml", 'name = "fixture"');
  write("locales/en.default.json", "{}");
  write("blocks/one.liquid", blockFile("first"));
  return { directory, write };
}

test("a saved change is seen at once, and has another version", () => {
  const { directory, write } = complete();
  const current = watchExtension(directory);
  const before = current();
  expect(current()).toBe(before);
  write("blocks/one.liquid", blockFile("second words"));
  const after = current();
  expect(after?.blocks.get("one")?.source).toBe("second words");
  expect(after?.version).not.toBe(before?.version);
});

test("a file that the platform would not take is reported, and what was there stays", () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => report.mockRestore());
  const { directory, write } = complete();
  const current = watchExtension(directory);
  const good = current();
  write("blocks/one.liquid", "half a fil");
  expect(current()).toBe(good);
  expect(report.mock.calls.join()).toContain("blocks/one.liquid: needs exactly one");
  write("blocks/one.liquid", blockFile("mended"));
  expect(current()?.blocks.get("one")?.source).toBe("mended");
});

test("without a folder there is no extension", () => {
  expect(watchExtension(folder().directory)()).toBeNull();
});
