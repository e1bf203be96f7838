import { expect, test } from "vitest";
import { retailerKey } from "#app/domain/loyalty/rules/retailer-key.ts";

// Two names with one key are one retailer, whose receipt counts once.

test.each([
  ...["\u200b", "\u00ad", "\u034f", "\ufe0f", "\u2060", "\u180e", "\u200d", "\u3164", "\uffa0"].map(
    (invisible) => `Cor${invisible}ner${invisible} Shop${invisible}`,
  ),
  "\u{e0041}Corner Shop\u{e007f}",
  "\ufff9Corner Shop",
  " corner\u00a0 SHOP\t",
  "Ｃｏｒｎｅｒ　Ｓｈｏｐ",
  "Corner \u200b Shop",
])("%j is Corner Shop", (name) => {
  expect(retailerKey(name)).toBe(retailerKey("Corner Shop"));
});

test.each([
  ["Straßenladen", "STRASSENLADEN"],
  ["Cafe\u0301", "CAFÉ"],
  ["Caf\u200be\u0301", "café"],
  ["ΟΔΟΣ", "οδος"],
  ["❤️ Shop", "❤ shop"],
])("%j and %j are one retailer", (one, other) => {
  expect(retailerKey(one)).toBe(retailerKey(other));
});

test.each([
  ["Corner Shop", "CornerShop"],
  ["Corner Shop", "Corner Shop 2"],
  ["Cafe", "Café"],
  ["❤️", "💙"],
])("%j and %j are two", (one, other) => {
  expect(retailerKey(one)).not.toBe(retailerKey(other));
});
