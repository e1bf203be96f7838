import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ own: true });
});

afterAll(() => app.close());

/** Runs the command with the environment of the app's processes. */
async function doctor(words: string[] = [], changes: Record<string, string | undefined> = {}) {
  const variables = { ...process.env, ...app.environment, ...changes };
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const child = spawn(process.execPath, ["scripts/doctor.ts", ...words], {
    cwd: projectRoot,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, code };
}

test("the doctor looks at the installation and at each store, and ends with 0 when nothing fails", async () => {
  const shop = await app.createShop();
  const { output, errors, code } = await doctor();
  expect(errors).toBe("");
  expect(output).toMatch(/^Installation\n {2}WARNING {2}Environment: DEVSTORE_URL is set/);
  expect(output).toContain("ok       Worker: A worker is running");
  expect(output).toContain(`\n${shop.domain}\n  ok       Access token`);
  expect(output).toMatch(/\d+ ok, \d+ to look at, 0 failing\.\n$/);
  expect(code).toBe(0);
});

test("the doctor ends with 1 when something fails, and says what to do below it", async () => {
  const shop = await app.createShop();
  await shop.control("protected-data", { approved: [] });
  const { output, code } = await doctor(["--shop", shop.domain]);
  expect(output).toMatch(
    /FAILING {2}Protected customer data: Shopify has not approved .*\n {11}→ In the Dev Dashboard/,
  );
  expect(code).toBe(1);
});

test("a wrong environment, an unreachable database and an unknown store are each one line, without secrets", async () => {
  const missing = await doctor([], { APP_URL: undefined });
  expect(missing.output).toContain("FAILING  Environment: APP_URL is not set.");
  expect(missing.code).toBe(1);
  const address = "postgres://perennial:hidden-word@127.0.0.1:1/none";
  const unreachable = await doctor([], { DATABASE_URL: address });
  expect(unreachable.output).toContain("FAILING  Database: The database at 127.0.0.1:1/none");
  expect(unreachable.output).not.toContain("hidden-word");
  expect(unreachable.code).toBe(1);
  const unknown = await doctor(["--shop", "nobody.myshopify.com"]);
  expect(unknown.errors).toBe("There is no store nobody.myshopify.com.\n");
  expect(unknown.code).toBe(1);
});
