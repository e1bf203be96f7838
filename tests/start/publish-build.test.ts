import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { publishBuild } from "#scripts/bundle/publish-build.ts";
import { runProgram } from "./run-command.ts";
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

test("while builds are published one after another, a file that each of them has never goes missing", async () => {
  const root = temporaryFolder();
  const page = join(root, "client/assets/page.js");
  publish(root, { "client/assets/page.js": "build 0" }, 1);
  const program = `
    import { mkdirSync, writeFileSync } from "node:fs";
    import { publishBuild } from "#scripts/bundle/publish-build.ts";
    const [root] = process.argv.slice(1);
    for (let build = 1; build <= 200; build += 1) {
      mkdirSync(root + "/fresh/client/assets", { recursive: true });
      writeFileSync(root + "/fresh/client/assets/page.js", "build " + build);
      publishBuild(root + "/fresh", root, new Date(2026, 0, 2));
    }`;
  const run = runProgram(process.execPath, ["--input-type=module", "-e", program, root], {});
  let ended = false;
  void run.ended.then(() => {
    ended = true;
  });
  const seen = new Set<string>();
  while (!ended) {
    seen.add(readFileSync(page, "utf8"));
    await nextTurn();
  }
  expect(await run.ended, run.stderr()).toBe(0);
  expect([...seen].filter((text) => !/^build \d+$/.test(text))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
  expect(readFileSync(page, "utf8")).toBe("build 200");
});
