import { describe, expect, test } from "vitest";
import { EXPORT_NAMES } from "#loaders/exports.ts";
import { parseLoadCommand } from "#loaders/load/load-command.ts";

const environment = { PERENNIAL_API_KEY: "secret" };
const words = ["--from", "https://shop.example/apps/service-api/v1", "--into", "sqlite:a.db"];

describe("the command of a load", () => {
  test("loads all exports, with the key from the environment", () => {
    expect(parseLoadCommand(words, environment)).toEqual({
      proxyBase: "https://shop.example/apps/service-api/v1",
      key: "secret",
      into: "sqlite:a.db",
      exports: EXPORT_NAMES,
      sinceDate: null,
      isFull: false,
    });
  });

  test("takes some exports, a day and --full", () => {
    const more = ["--exports", "orders, members,orders", "--since-date", "2026-01-31", "--full"];
    expect(parseLoadCommand([...words, ...more], environment)).toMatchObject({
      exports: ["orders", "members"],
      sinceDate: "2026-01-31",
      isFull: true,
    });
  });

  test.each([
    [[], {}, /PERENNIAL_API_KEY is not set/],
    [["--into", "sqlite:a.db"], environment, /--from is missing/],
    [words.slice(0, 2), environment, /--into is missing/],
    [[...words, "--key", "secret"], environment, /--key/],
    [[...words, "--exports", "order"], environment, /no export “order”\. There are: members,/],
    [[...words, "--exports", ","], environment, /names none/],
    [[...words, "--since-date", "1 May"], environment, /YYYY-MM-DD/],
    [[...words, "extra"], environment, /extra/],
  ])("refuses %j", (given, given_environment, problem) => {
    expect(() => parseLoadCommand(given, given_environment)).toThrow(problem);
  });

  test("shows how when it is asked", () => {
    expect(parseLoadCommand(["--help"], {})).toBeNull();
  });
});
