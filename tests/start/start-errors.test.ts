import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdLock } from "#scripts/process/hold-lock.ts";
import { takeTestPort } from "#tests/support/test-port.ts";
import { mayMount, mountFullDisk } from "./mount-disk.ts";
import { occupyPort } from "./occupy-port.ts";
import { listenAsPostgres } from "./old-postgres.ts";
import { runCommand } from "./run-command.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function startWith(environment: Record<string, string>): Promise<string[]> {
  const run = runCommand("start", {
    PORT: String(await takeTestPort()),
    DEVSTORE_PORT: String(await takeTestPort()),
    DATA_DIR: join(temporaryFolder(), "data"),
    ...environment,
  });
  expect(await run.ended).toBe(1);
  return linesOf(run.stderr());
}

async function serveWith(environment: Record<string, string>): Promise<string[]> {
  const run = runCommand("serve", {
    PORT: String(await takeTestPort()),
    DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${await takeTestPort()}/shop`,
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "a-secret-of-the-platform",
    TOKEN_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    APP_URL: "https://perennial.example",
    ...environment,
  });
  expect(await run.ended).toBe(1);
  return linesOf(run.stderr());
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

describe("npm start says in one line, and ends with 1, that", () => {
  test("the app's port is in use", async () => {
    const port = await occupyPort();
    expect(await startWith({ PORT: String(port) })).toEqual([
      `Port ${port} is in use: stop what listens there, or choose another with PORT.`,
    ]);
  });

  test("the development store's port is in use", async () => {
    const port = await occupyPort();
    expect(await startWith({ DEVSTORE_PORT: String(port) })).toEqual([
      `Port ${port} is in use: stop what listens there, or choose another with DEVSTORE_PORT.`,
    ]);
  });

  test.each(["http", "0", "65536", "-1", "30.5"])("a port is no port: %s", async (text) => {
    expect(await startWith({ PORT: text })).toEqual([
      `PORT is "${text}", which is not a port: give a number from 1 to 65535.`,
    ]);
  });

  test("both ports are the same", async () => {
    expect(await startWith({ PORT: "4190", DEVSTORE_PORT: "4190" })).toEqual([
      "PORT and DEVSTORE_PORT are both 4190: give them different numbers.",
    ]);
  });

  test("another process has the data directory, and which", async () => {
    const directory = temporaryFolder();
    const lock = holdLock(join(directory, "lock"), 0);
    writeFileSync(join(directory, "lock-holder"), `${process.pid}\n`);
    expect(await startWith({ DATA_DIR: directory })).toEqual([
      `Data directory ${directory} is in use by pid ${process.pid}: stop it, or choose another DATA_DIR.`,
    ]);
    lock?.release();
  });

  test("the data directory is a file", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const lines = await startWith({ DATA_DIR: file });
    expect(lines).toEqual([
      expect.stringContaining(`Data directory ${file} cannot be used: EEXIST`),
    ]);
  });

  if (mayMount) {
    test("the disk of the data directory is full", async () => {
      const directory = temporaryFolder();
      mountFullDisk(directory);
      expect(await startWith({ DATA_DIR: directory })).toEqual([
        `Disk full: no space left for ${directory}. Free some and start again.`,
      ]);
    });
  }

  test("the installation's secrets are damaged", async () => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, "secrets.json"), '{"apiKey":');
    expect(await startWith({ DATA_DIR: directory })).toEqual([
      `${join(directory, "secrets.json")} is damaged: restore it, or delete the whole data directory to start over.`,
    ]);
  });

  test("its database lies where nothing is any more", async () => {
    const directory = temporaryFolder();
    const folder = join(directory, "gone");
    writeFileSync(join(directory, "postgres-place.json"), JSON.stringify({ folder }));
    expect(await startWith({ DATA_DIR: directory })).toEqual([
      `The database of ${directory} was in ${folder}, which is gone: restore it, or delete ${directory} to start over.`,
    ]);
  });

  test("DATABASE_URL is not an address", async () => {
    expect(await startWith({ DATABASE_URL: "my database" })).toEqual([
      "DATABASE_URL is not an address: it should look like postgres://user:password@host:5432/name.",
    ]);
  });

  test("nothing answers at DATABASE_URL, without its password", async () => {
    const port = await takeTestPort();
    const url = `postgres://somebody:secret@127.0.0.1:${port}/shop`;
    expect(await startWith({ DATABASE_URL: url })).toEqual([
      `The database at 127.0.0.1:${port}/shop cannot be used: nothing answers there (connection refused).`,
    ]);
  });

  test("the host of DATABASE_URL is not known", async () => {
    expect(await startWith({ DATABASE_URL: "postgres://somebody@nowhere.invalid/shop" })).toEqual([
      "The database at nowhere.invalid:5432/shop cannot be used: its host name is not known.",
    ]);
  });

  test("the database never answers", {
    meta: { slow: "the database gets five seconds" },
  }, async () => {
    const port = await occupyPort();
    expect(await startWith({ DATABASE_URL: `postgres://somebody@127.0.0.1:${port}/shop` })).toEqual(
      [`The database at 127.0.0.1:${port}/shop cannot be used: no answer within 5 seconds.`],
    );
  });

  test("the database is too old", async () => {
    const port = await listenAsPostgres("140012");
    expect(await startWith({ DATABASE_URL: `postgres://somebody@127.0.0.1:${port}/shop` })).toEqual(
      [
        `The database at 127.0.0.1:${port}/shop is too old: it is PostgreSQL 14, and 15 or newer is needed.`,
      ],
    );
  });
});

describe("npm run serve says in one line, and ends with 1, that", () => {
  test.each([
    "DATABASE_URL",
    "SHOPIFY_API_KEY",
    "SHOPIFY_API_SECRET",
    "TOKEN_ENCRYPTION_KEY",
    "APP_URL",
  ])("%s is not set", async (name) => {
    expect(await serveWith({ [name]: "" })).toEqual([
      `Not set: ${name}. Production needs them all (docs/operations.md).`,
    ]);
  });

  test("several variables are not set, each by its name", async () => {
    expect(await serveWith({ DATABASE_URL: "", APP_URL: "" })).toEqual([
      "Not set: DATABASE_URL, APP_URL. Production needs them all (docs/operations.md).",
    ]);
  });

  test("a development store is configured", async () => {
    expect(await serveWith({ DEVSTORE_URL: "http://localhost:3001" })).toEqual([
      "DEVSTORE_URL is set: production talks to the real platform alone.",
    ]);
  });

  test("the number of web processes is none", async () => {
    expect(await serveWith({ WEB_CONCURRENCY: "many" })).toEqual([
      'WEB_CONCURRENCY is "many": give the number of web processes, from 1 to 64.',
    ]);
  });

  test("its port is in use", async () => {
    const port = await occupyPort();
    expect(await serveWith({ PORT: String(port) })).toEqual([
      `Port ${port} is in use: stop what listens there, or choose another with PORT.`,
    ]);
  });
});

describe("npm run migrate says in one line, and ends with 1, that", () => {
  test("it needs DATABASE_URL", async () => {
    const run = runCommand("migrate", {});
    expect(await run.ended).toBe(1);
    expect(linesOf(run.stderr())).toEqual([
      "DATABASE_URL is not set: npm run migrate needs the address of the database (npm start migrates its own).",
    ]);
  });
});

test("a command that does not exist is answered with those that do", async () => {
  const run = runCommand("begin", {});
  expect(await run.ended).toBe(1);
  expect(run.stderr()).toMatch(/^Usage: node scripts\/bootstrap\.mjs start\|test\|/);
});
