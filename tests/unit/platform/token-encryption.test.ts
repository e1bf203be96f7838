import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import { fc } from "#tests/support/property.ts";

const newKey = () => randomBytes(32).toString("base64");

describe("sealed tokens", () => {
  test("any text opens again under its key and its record's name", () => {
    const encryption = createTokenEncryption(newKey());
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, name) => {
        const encoded = Buffer.from(text).toString("utf8");
        expect(encryption.open(encryption.seal(text, name), name)).toBe(encoded);
      }),
    );
  });

  test("the sealed bytes show nothing of the text, and are never the same twice", () => {
    const encryption = createTokenEncryption(newKey());
    const [one, two] = [encryption.seal("shpat_secret", "a"), encryption.seal("shpat_secret", "a")];
    expect(one.includes("shpat")).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  test("a change of any single byte, or a byte missing anywhere, does not open", () => {
    const encryption = createTokenEncryption(newKey());
    const sealed = encryption.seal("shpat_secret", "offline_a.myshopify.com");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(encryption.open(changed, "offline_a.myshopify.com")).toBeNull();
      expect(encryption.open(sealed.subarray(0, at), "offline_a.myshopify.com")).toBeNull();
    }
  });

  test("bytes moved to another record do not open", () => {
    const encryption = createTokenEncryption(newKey());
    const sealed = encryption.seal("shpat_secret", "offline_a.myshopify.com");
    expect(encryption.open(sealed, "offline_b.myshopify.com")).toBeNull();
  });

  test("after a rotation the previous key still opens, the new one seals, and a dropped one opens nothing", () => {
    const [oldKey, key] = [newKey(), newKey()];
    const sealedBefore = createTokenEncryption(oldKey).seal("text", "a");
    const rotated = createTokenEncryption(key, [oldKey]);
    expect(rotated.open(sealedBefore, "a")).toBe("text");
    expect(createTokenEncryption(key).open(rotated.seal("text", "a"), "a")).toBe("text");
    expect(createTokenEncryption(key).open(sealedBefore, "a")).toBeNull();
  });

  test("a key of another length is refused without being named", () => {
    const short = randomBytes(31).toString("base64");
    expect(() => createTokenEncryption(short)).toThrow(/32 bytes/);
    expect(() => createTokenEncryption(short)).not.toThrow(short);
  });
});
