import { describe, expect, test } from "vitest";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { parseSeedCommand } from "#scripts/seed/seed-command.ts";

const sizes = ["--customers", "200", "--orders", "1000", "--subscriptions", "60"];

describe("npm run seed", () => {
  test("without more than the sizes fills the first seed's own store up to now", () => {
    expect(parseSeedCommand(sizes)).toEqual({
      customers: 200,
      orders: 1000,
      subscriptions: 60,
      shop: "seeded-1.myshopify.com",
      seed: 1,
      until: null,
    });
  });

  test("takes store, seed and last day", () => {
    const words = [...sizes, "--shop", "a-b.myshopify.com", "--seed", "7", "--until", "2024-02-29"];
    expect(parseSeedCommand(words)).toMatchObject({
      shop: "a-b.myshopify.com",
      seed: 7,
      until: "2024-02-29",
    });
    expect(parseSeedCommand([...sizes, "--seed", "9"])).toMatchObject({
      shop: "seeded-9.myshopify.com",
    });
  });

  test.each([["--help"], ["-h"], ["help"]])("%s shows how", (word) => {
    expect(parseSeedCommand([word])).toBeNull();
  });

  test.each([
    [
      "a size that is missing",
      ["--customers", "1", "--orders", "1"],
      "--subscriptions is missing.",
    ],
    ["a size in words", [...sizes, "--orders", "many"], "--orders takes a whole number"],
    ["a size below zero", [...sizes, "--orders=-1"], "--orders takes a whole number"],
    ["more than can be numbered", [...sizes, "--orders", "10000001"], "from 0 to 10,000,000"],
    ["fewer orders than subscriptions", [...sizes, "--orders", "59"], "at least --subscriptions"],
    ["subscriptions of nobody", [...sizes, "--customers", "0"], "Subscriptions need customers"],
    ["a day that does not exist", [...sizes, "--until", "2025-02-29"], "--until takes a day"],
    ["a day in other words", [...sizes, "--until", "yesterday"], "--until takes a day"],
    ["a store that is none", [...sizes, "--shop", "example.com"], "--shop takes a store's domain"],
    ["an unknown option", [...sizes, "--fast"], "--fast"],
    ["a word too many", [...sizes, "now"], "“now” is one word too many."],
  ])("refuses %s in one line", (_what, words, problem) => {
    const parse = () => parseSeedCommand(words);
    expect(parse).toThrow(UserFacingError);
    expect(parse).toThrow(problem);
    expect(parse).toThrow(/^[^\n]+$/);
  });
});
