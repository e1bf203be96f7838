import pg from "pg";
import { expect, test } from "vitest";
import { SESSION_OPTIONS, withOptions } from "#app/lib/session.ts";

/** What the driver makes of it; its types leave this out. */
function sessionOf(databaseUrl: string): unknown {
  const client = new pg.Client(withOptions(databaseUrl, SESSION_OPTIONS));
  return Reflect.get(client, "connectionParameters");
}

test("an address without options gets those of the app", () => {
  expect(sessionOf("postgres://ada@127.0.0.1:5433/shop?sslmode=disable")).toMatchObject({
    ...{ user: "ada", host: "127.0.0.1", port: 5433, database: "shop" },
    options: SESSION_OPTIONS,
  });
});

test("options of the address hold as well, and never in place of the app's, which come last", () => {
  const own = encodeURIComponent("-c search_path=shop -c statement_timeout=0");
  for (const address of [
    `postgres://ada:p%40ss@127.0.0.1:5433/shop?options=${own}&sslmode=disable`,
    `postgres://ada:p%40ss@/shop?host=127.0.0.1&port=5433&options=${own}`,
  ]) {
    expect(sessionOf(address)).toMatchObject({
      ...{ user: "ada", password: "p@ss", host: "127.0.0.1", port: 5433, database: "shop" },
      options: `-c search_path=shop -c statement_timeout=0 ${SESSION_OPTIONS}`,
    });
  }
});

test("an address that is a socket's folder stays as it is", () => {
  expect(sessionOf("/var/run/postgresql shop")).toMatchObject({
    ...{ host: "/var/run/postgresql", database: "shop", options: SESSION_OPTIONS },
  });
});
