import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

// Tests that need a server get PostgreSQL and the development store from here, once per run.
const servers = "tests/support/global-setup.ts";

// As many files at the same time as the smallest machine has cores. Each makes its own databases,
// stores, ports and folders.
const maxWorkers = 2;

// Files that share a process load the program once. Browser tests do not share: some of their helpers register hooks
// when they are imported, which happens once in a process.
const isolate = false;

// What is waited for comes when a busy machine has time for it.
const expect = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    reporters: ["default"],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          // Longer than what is waited for, which then says what did not come.
          testTimeout: 30_000,
          expect,
          isolate,
          maxWorkers,
        },
      },
      {
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: servers,
          testTimeout: 60_000,
          // The demo's store is filled in a hook.
          hookTimeout: 180_000,
          expect,
          isolate,
          maxWorkers,
        },
      },
      {
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          testTimeout: 120_000,
          // Some build the pages.
          hookTimeout: 180_000,
          expect,
          maxWorkers,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: servers,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect,
          maxWorkers,
        },
      },
      {
        // Not a part of `npm test`: needs a cluster.
        test: { name: "cluster", include: ["tests/cluster/**/*.test.ts"], testTimeout: 600_000 },
      },
      {
        // Not a part of `npm test`.
        test: {
          name: "soak",
          include: ["tests/soak/**/*.test.ts"],
          globalSetup: servers,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect,
          maxWorkers,
        },
      },
    ],
  },
});
