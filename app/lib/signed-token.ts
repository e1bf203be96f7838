import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs short texts for links in mails, and knows its own again. */
export interface TokenSigner {
  /** @returns the text and its signature, fit for a path of an address. */
  sign(text: string): string;
  /** @returns the text; null for anything that was not signed here. */
  read(token: string): string | null;
}

const MAX_TOKEN = 200;

/**
 * @param purpose tokens of one purpose are worth nothing for another.
 * @param secrets in base64; the first one signs, the others are still read.
 */
export function createTokenSigner(purpose: string, secrets: readonly string[]): TokenSigner {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64"), "", purpose, 32)),
  );
  const signatureOf = (key: Buffer, text: string) =>
    createHmac("sha256", key).update(text).digest();
  return {
    sign: (text) => `${text}.${signatureOf(keys[0] as Buffer, text).toString("base64url")}`,
    read: (token) => {
      if (token.length > MAX_TOKEN) return null;
      const at = token.lastIndexOf(".");
      const text = token.slice(0, Math.max(at, 0));
      const given = Buffer.from(token.slice(at + 1), "base64url");
      // Decoding passes over what is no base64, so that many texts would be one signature.
      if (given.toString("base64url") !== token.slice(at + 1)) return null;
      const isOurs = keys.some((key) => {
        const right = signatureOf(key, text);
        return given.length === right.length && timingSafeEqual(given, right);
      });
      return isOurs ? text : null;
    },
  };
}
