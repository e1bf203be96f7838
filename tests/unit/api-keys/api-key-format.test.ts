import { describe, expect, test } from "vitest";
import {
  generateApiKey,
  hashApiKey,
  isApiKey,
  lastFourOf,
} from "#app/domain/api-keys/api-key-format.ts";
import { fc } from "#tests/support/property.ts";

// Worked out with another implementation of CRC-32 (Python's zlib.crc32) over everything before it.
const KNOWN_KEYS = [
  "pk_live_0000000000000000000000000000000hLQIq",
  "pk_live_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3QZuIp",
  "pk_live_4Kx9QmB2vT7nLs0RfYc3WdJ8hZpGeU44uFmw",
] as const;

const base62 = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

describe("the format of API keys", () => {
  test("keys made by an independent implementation are accepted", () => {
    for (const key of KNOWN_KEYS) expect(isApiKey(key), key).toBe(true);
  });

  test("a generated key has the documented shape and passes its own check", () => {
    for (let round = 0; round < 200; round += 1) {
      const key = generateApiKey();
      expect(key).toMatch(/^pk_live_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/);
      expect(isApiKey(key)).toBe(true);
    }
  });

  test("no two generated keys are alike", () => {
    const keys = Array.from({ length: 1000 }, generateApiKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("every character of the alphabet comes up, none much more often than the others", () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 2000; round += 1) {
      for (const character of generateApiKey().slice(8, 38)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(62);
    const expected = (2000 * 30) / 62;
    for (const [character, count] of counts) {
      expect(Math.abs(count - expected), character).toBeLessThan(expected * 0.25);
    }
  });

  test("a key with any one character changed is refused", () => {
    fc.assert(
      fc.property(fc.nat({ max: 43 }), base62, (place, character) => {
        const key = generateApiKey();
        fc.pre(key[place] !== character);
        const tampered = key.slice(0, place) + character + key.slice(place + 1);
        expect(isApiKey(tampered)).toBe(false);
      }),
    );
  });

  test("a key with two neighbouring characters swapped is refused", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 42 }), (place) => {
        const key = generateApiKey();
        const [first = "", second = ""] = key.slice(place, place + 2);
        fc.pre(first !== second);
        const swapped = key.slice(0, place) + second + first + key.slice(place + 2);
        expect(isApiKey(swapped)).toBe(false);
      }),
    );
  });

  test("any other text is refused and never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !isApiKey(text)));
    for (const text of ["", "pk_live_", "pk_test_", ` ${KNOWN_KEYS[0]}`, `${KNOWN_KEYS[0]}\n`]) {
      expect(isApiKey(text), JSON.stringify(text)).toBe(false);
    }
  });

  test("a key is kept as its SHA-256 and recognised by its last four characters", () => {
    const key = "pk_live_abc";
    expect(hashApiKey(key).toString("hex")).toBe(
      "9836bf423868cba13fb8d7f85f59061bd3de495f02d6df6e052ab2de796c833d",
    );
    expect(lastFourOf(key)).toBe("_abc");
  });
});
