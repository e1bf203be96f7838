import type { KnipConfig } from "knip";
import config from "./knip.json" with { type: "json" };

/** What runs, without the tests: what they alone import is tested and never used. */
export default {
  entry: [
    ...config.entry.filter((path) => !path.startsWith("tests/")),
    "scripts/bundle/build-extension.ts",
  ],
  project: config.project.filter((path) => !path.startsWith("tests/")),
  // A statement is exported so that a test can ask for its plan.
  ignoreExportsUsedInFile: true,
  ...{ vitest: false, playwright: false },
} satisfies KnipConfig;
