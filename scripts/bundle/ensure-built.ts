import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "#scripts/files/project-root.ts";
import { type HeldLock, holdLock } from "#scripts/process/hold-lock.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { freshBuild } from "./fresh-build.ts";
import { hashInputs } from "./hash-inputs.ts";
import { publishBuild } from "./publish-build.ts";
import { runTool } from "./run-tool.ts";

/** Something that is made from sources, and made again only when one of them changes. */
interface Product {
  name: string;
  inputs: string[];
  except: string[];
  /** A file that exists exactly when the product does. */
  proof: string;
  stamp: string;
  make: (signal: AbortSignal) => Promise<void>;
}

const databaseClient: Product = {
  name: "the database client",
  inputs: ["prisma/schema", "prisma.config.ts", "package.json"],
  except: [],
  proof: "app/generated/prisma/client.ts",
  stamp: "app/generated/stamp",
  make: (signal) =>
    runTool(
      "Generating the database client",
      tool("prisma/build/index.js"),
      ["generate"],
      {},
      signal,
    ),
};

const webPages: Product = {
  name: "the web pages",
  inputs: [
    ...[
      "app",
      "storefront",
      "extensions",
      "public",
      "prisma/schema",
      "scripts/bundle/compress-assets.ts",
    ],
    "scripts/bundle/fresh-build.ts",
    ...["vite.config.ts", "tsconfig.json", "package.json", "package-lock.json"],
  ],
  except: ["app/generated"],
  proof: "build/server/index.js",
  stamp: "build/stamp",
  make: async (signal) => {
    await runTool(
      "Building the web pages",
      tool("@remix-run/dev/dist/cli.js"),
      ["vite:build"],
      { NODE_ENV: "production" },
      signal,
    );
    publishBuild(join(projectRoot, freshBuild), join(projectRoot, "build"), new Date());
  },
};

/**
 * Makes what this version needs beyond its sources, in order: the database client, then the web
 * pages. Nothing is done when both are current, judged by a hash of their inputs. Two
 * processes never build at once: the later one waits and then finds the work done.
 */
export async function ensureBuilt(say: (line: string) => void, signal: AbortSignal): Promise<void> {
  await ensureProduct(databaseClient, say, signal);
  await ensureProduct(webPages, say, signal);
}

/** Only what type checks and scripts need: the database client. */
export async function ensureDatabaseClient(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await ensureProduct(databaseClient, say, signal);
}

/** Discards the record of builds, so the next `ensureBuilt` builds everything. */
export function forgetBuild(): void {
  for (const { stamp } of [databaseClient, webPages]) {
    rmSync(join(projectRoot, stamp), { force: true });
  }
}

async function ensureProduct(
  product: Product,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (isCurrent(product, hashOf(product))) return;
  const lock = await waitForBuildLock(say, signal);
  try {
    const hash = hashOf(product);
    if (isCurrent(product, hash)) return;
    const began = performance.now();
    const stamp = join(projectRoot, product.stamp);
    rmSync(stamp, { force: true });
    await product.make(signal);
    if (!existsSync(join(projectRoot, product.proof))) {
      throw new UserFacingError(`Building ${product.name} ended without ${product.proof}.`);
    }
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
    say(`Built ${product.name} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    lock.release();
  }
}

async function waitForBuildLock(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<HeldLock> {
  const folder = join(projectRoot, ".cache");
  mkdirSync(folder, { recursive: true });
  for (let waits = 0; ; waits += 1) {
    const lock = holdLock(join(folder, "build.lock"), 0);
    if (lock !== null) return lock;
    if (waits === 0) say("Another run is building: waiting.");
    await delay(100);
    signal.throwIfAborted();
  }
}

function hashOf({ inputs, except }: Product): string {
  return hashInputs(projectRoot, inputs, except);
}

function isCurrent({ stamp, proof }: Product, hash: string): boolean {
  const path = join(projectRoot, stamp);
  return (
    existsSync(join(projectRoot, proof)) && existsSync(path) && readFileSync(path, "utf8") === hash
  );
}

function tool(path: string): string {
  const script = join(projectRoot, "node_modules", path);
  if (existsSync(script)) return script;
  throw new UserFacingError(
    "This version is not built, and the packages to build it are not installed: run npm ci && npm run build first.",
  );
}
