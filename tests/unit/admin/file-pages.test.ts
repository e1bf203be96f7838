import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { listFilePages } from "#app/server/handle-pages.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

const pages = globSync("app/routes/**/*.{ts,tsx}", { cwd: projectRoot });
const thatHave = (pattern: RegExp) =>
  pages.filter((file) => pattern.test(readFileSync(join(projectRoot, file), "utf8"))).sort();

test("every page that reads a file says so, and no other does", () => {
  const reading = thatHave(/await readUpload\(/);
  expect(reading.length).toBeGreaterThan(2);
  expect(thatHave(/^export const handle: FilePageHandle = \{ takesFile: true \};$/m)).toEqual(
    reading,
  );
});

test("what a page says of itself is found under its address", () => {
  const route = (id: string, path: string | undefined, parentId?: string, handle?: object) => ({
    [id]: { id, path, parentId, module: { handle } },
  });
  const routes = {
    ...route("root", ""),
    ...route("shell", "app", "root"),
    ...route("layout", undefined, "shell"),
    ...route("files", "store-credit/files", "layout", { takesFile: true }),
    ...route("file", "store-credit/files/:id", "layout", {}),
  } as unknown as ServerBuild["routes"];
  expect([...listFilePages({ routes })]).toEqual(["/app/store-credit/files"]);
});
