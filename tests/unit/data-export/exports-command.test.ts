import { describe, expect, test } from "vitest";
import { parseExportsCommand } from "#scripts/exports/exports-command.ts";

describe("npm run exports", () => {
  test.each([
    [["status"], { action: "status", shop: null }],
    [["build", "--shop", "a.myshopify.com"], { action: "build", shop: "a.myshopify.com" }],
    [["rebuild"], { action: "rebuild", shop: null }],
    [["--help"], null],
    [["help"], null],
  ])("understands %j", (words, command) => {
    expect(parseExportsCommand(words)).toEqual(command);
  });

  test.each([
    [[], "Say what to do."],
    [["mend"], "There is no command “mend”."],
    [["build", "orders"], "“orders” is one word too many."],
    [["build", "--again"], "--again"],
  ])("names what is wrong in %j", (words, problem) => {
    expect(() => parseExportsCommand(words)).toThrow(problem);
  });
});
