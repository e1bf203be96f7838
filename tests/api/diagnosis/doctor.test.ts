import { afterAll, beforeAll, expect, test } from "vitest";
import { runDoctor } from "#tests/support/run-doctor.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ own: true });
});

afterAll(() => app.close());

test("the doctor looks at the installation and at each store, and ends with 0 when nothing fails", async () => {
  const shop = await app.createShop();
  const { output, errors, code } = await runDoctor(app);
  expect(errors).toBe("");
  expect(output).toMatch(/^Installation\n {2}WARNING {2}Environment: DEVSTORE_URL is set/);
  expect(output).toContain("ok       Worker: A worker is running");
  expect(output).toContain(`\n${shop.domain}\n  ok       Access token`);
  expect(output).toMatch(/\d+ ok, \d+ to look at, 0 failing\.\n$/);
  expect(code).toBe(0);
});

test("a wrong environment, an unreachable database and an unknown store are each one line, without secrets", async () => {
  const missing = await runDoctor(app, [], { APP_URL: undefined });
  expect(missing.output).toContain("FAILING  Environment: APP_URL is not set.");
  expect(missing.code).toBe(1);
  const address = "postgres://perennial:hidden-word@127.0.0.1:1/none";
  const unreachable = await runDoctor(app, [], { DATABASE_URL: address });
  expect(unreachable.output).toContain("FAILING  Database: The database at 127.0.0.1:1/none");
  expect(unreachable.output).not.toContain("hidden-word");
  expect(unreachable.code).toBe(1);
  const unknown = await runDoctor(app, ["--shop", "nobody.myshopify.com"]);
  expect(unknown.errors).toBe("There is no store nobody.myshopify.com.\n");
  expect(unknown.code).toBe(1);
});
