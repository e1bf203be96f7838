import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRemoteDocument } from "#devstore/admin-frame/browser/extension-host/remote-document.ts";
import { readUiExtension } from "#devstore/ui-extensions/read-ui-extension.ts";
import { buildAdminModule } from "#scripts/bundle/build-extension.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

const folder = join(projectRoot, "extensions", "purchase-options");
const API_VERSION = "2026-10";

/** A copy of the extension, which the test may break. */
function copyOfExtension(): string {
  const copy = mkdtempSync(join(tmpdir(), "extension-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

test("the extension serves both of the platform's purchase-option targets, in five languages", () => {
  const extension = readUiExtension(folder, API_VERSION);
  expect([...extension.targets]).toEqual([
    "admin.product-purchase-option.action.render",
    "admin.product-variant-purchase-option.action.render",
  ]);
  expect([...extension.words.keys()].toSorted()).toEqual(["de", "en", "es", "fr", "ja"]);
});

test("the module keeps far from the platform's limit", async () => {
  expect((await buildAdminModule()).length).toBeLessThan(16 * 1024);
});

test("a script of more than 64 KB is not taken", () => {
  const copy = copyOfExtension();
  const text = JSON.stringify("x".repeat(64 * 1024));
  writeFileSync(
    join(copy, "module", "purchase-options.js"),
    `export default () => { shopify.data = ${text}; };`,
  );
  expect(() => readUiExtension(copy, API_VERSION)).toThrow(/bytes, and 65536 are allowed/);
});

test.each<[string, (copy: string) => void, RegExp]>([
  [
    "a target that the platform does not have",
    (copy) => writeToml(copy, 'target = "admin.product.render"'),
    /target/,
  ],
  ["a setting that is none", (copy) => writeToml(copy, 'color = "red"'), /color/i],
  [
    "a default language that is missing",
    (copy) => rmSync(join(copy, "locales", "en.default.json")),
    /no language is the default/,
  ],
  [
    "a module that is missing",
    (copy) => rmSync(join(copy, "module", "purchase-options.js")),
    /purchase-options\.js/,
  ],
])("%s is not taken", (_, breakIt, message) => {
  const copy = copyOfExtension();
  breakIt(copy);
  expect(() => readUiExtension(copy, API_VERSION)).toThrow(message);
});

function writeToml(copy: string, targeting: string): void {
  const module = 'module = "./module/purchase-options.js"';
  const target = targeting.startsWith("target")
    ? ""
    : 'target = "admin.product-purchase-option.action.render"';
  writeFileSync(
    join(copy, "shopify.extension.toml"),
    `api_version = "2026-10"
[[extensions]]
type = "ui_extension"
name = "t:name"
handle = "any"
[[extensions.targeting]]
${module}
${target}
${targeting}
`,
  );
}

test("a newer API version than the store's is not taken", () => {
  expect(() => readUiExtension(folder, "2026-07")).toThrow(/2026-10 is not out yet/);
});

test.each<[string, (document: ReturnType<typeof createRemoteDocument>) => unknown, RegExp]>([
  ["another element", (document) => document.createElement("div"), /<div> is no element/],
  [
    "a property that an element does not have",
    (document) => Object.assign(document.createElement("s-badge"), { heading: "x" }),
    /not extensible/,
  ],
  [
    "a value that a property does not take",
    (document) => Object.assign(document.createElement("s-button"), { variant: "huge" }),
    /takes no variant "huge"/,
  ],
  [
    "a property's text where a boolean belongs",
    (document) => Object.assign(document.createElement("s-button"), { loading: "true" }),
    /takes no loading/,
  ],
  [
    "an event that an element does not have",
    (document) => document.createElement("s-badge").addEventListener("click", () => {}),
    /has no event click/,
  ],
  [
    "an attribute that is a property",
    (document) => document.createElement("s-button").setAttribute("onclick", "x"),
    /Set onclick as a property/,
  ],
  [
    "text in what shows none",
    (document) => document.createElement("s-stack").appendChild(document.createTextNode("words")),
    /takes no text/,
  ],
])("the stand-in refuses an extension %s", (_, work, message) => {
  expect(() => work(createRemoteDocument(() => {}))).toThrow(message);
});
