import { defineConfig } from "vitest/config";

// Tests that need a server get PostgreSQL and the development store from here, once per run.
const servers = "tests/support/global-setup.ts";

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: servers,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Each of these starts whole systems: side by side they would only measure each other.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: servers,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
