import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { FIRST_START_MS, startDemo, untilReady } from "./demo-start.ts";
import { examplesOfMarkdown, examplesOfPage, runExamples } from "./run-examples.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("every example of the README and of the development store's page works as it is written, that page's also a second time", {
  timeout: FIRST_START_MS,
}, async () => {
  await ensureBuilt(() => {}, new AbortController().signal);
  const home = temporaryFolder();
  chmodSync(home, 0o711);
  const run = await startDemo(join(home, "data"));
  const demo = await untilReady(run);
  // As it is for a demo on other ports and in another folder than the usual.
  const work = async (examples: string[]) => {
    const own = examples.map((example) =>
      example
        .replaceAll("http://localhost:3000", demo.app_url)
        .replaceAll("http://localhost:3001", demo.store_url)
        .replaceAll(".data/demo.json", join(run.dataDirectory, "demo.json")),
    );
    const { code, output } = await runExamples(own, temporaryFolder());
    expect(code, output).toBe(0);
    return output;
  };

  const readme = examplesOfMarkdown(readFileSync(join(projectRoot, "README.md"), "utf8"));
  expect(readme.length).toBeGreaterThan(2);
  const said = await work(readme);
  expect(said).toContain('"status":"Active"');
  expect(said).toContain("Late parcel");

  for (let time = 0; time < 2; time += 1) {
    const page = examplesOfPage(await (await fetch(`${demo.store_url}/__dev`)).text());
    expect(page.length).toBeGreaterThan(4);
    expect(await work(page)).toContain('"status":"Active"');
  }
});
