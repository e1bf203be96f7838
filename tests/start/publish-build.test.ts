import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { publishBuild } from "#scripts/bundle/publish-build.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** Publishes a build of these files, as if it was made on that day of January. */
function publish(root: string, files: Record<string, string>, on: number): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "fresh", file)), { recursive: true });
    writeFileSync(join(root, "fresh", file), content);
  }
  publishBuild(join(root, "fresh"), root, day(on));
}

test("a published build replaces the one before and leaves its hashed files to those who still ask for them", () => {
  const root = temporaryFolder();
  publish(root, { "client/assets/page-1.js": "old", "server/index.js": "names page-1" }, 1);
  publish(root, { "client/assets/page-2.js": "new", "server/index.js": "names page-2" }, 2);
  expect(readdirSync(join(root, "client/assets")).sort()).toEqual(["page-1.js", "page-2.js"]);
  expect(readFileSync(join(root, "client/assets/page-1.js"), "utf8")).toBe("old");
  expect(readFileSync(join(root, "server/index.js"), "utf8")).toBe("names page-2");
  expect(existsSync(join(root, "fresh"))).toBe(false);
});

test("a file goes thirty days after the last build that had it, however old it is itself", () => {
  const root = temporaryFolder();
  const first = { "client/assets/page-1.js": "old" };
  publish(root, first, 1);
  publish(root, first, 40);
  publish(root, { "client/assets/page-2.js": "new" }, 41);
  publish(root, { "client/assets/page-2.js": "new" }, 70);
  expect(readdirSync(join(root, "client/assets")).sort()).toEqual(["page-1.js", "page-2.js"]);
  publish(root, { "client/assets/page-2.js": "new" }, 71);
  expect(readdirSync(join(root, "client/assets"))).toEqual(["page-2.js"]);
});

test("a file that comes back with a later build is of that build again", () => {
  const root = temporaryFolder();
  publish(root, { "client/assets/page-1.js": "same" }, 1);
  publish(root, { "client/assets/page-2.js": "other" }, 2);
  publish(root, { "client/assets/page-1.js": "same" }, 33);
  publish(root, { "client/assets/page-1.js": "same" }, 64);
  expect(readdirSync(join(root, "client/assets"))).toEqual(["page-1.js"]);
});
