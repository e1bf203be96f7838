import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * What an API key looks like: a prefix that secret scanners recognize, 30 random characters, and a
 * checksum that tells a mistyped or made-up key from a real one without a look at the database.
 */
export const API_KEY_PREFIX = "pk_live_";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** The largest multiple of 62 that a byte can hold: bytes from here on would favor some characters. */
const UNBIASED_BYTES = 248;

export const API_KEY_LENGTH = API_KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

const API_KEY = /^pk_live_[0-9A-Za-z]{36}$/;

/** A new secret. Nothing but the caller's variable holds it: keep {@link hashApiKey} of it, not itself. */
export function generateApiKey(): string {
  let random = "";
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < UNBIASED_BYTES && random.length < RANDOM_LENGTH) random += ALPHABET[byte % 62];
    }
  }
  const body = API_KEY_PREFIX + random;
  return body + checksumOf(body);
}

/** True when the text has a key's shape and its checksum fits. Says nothing about whether the key exists. */
export function isApiKey(text: string): boolean {
  if (!API_KEY.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of a key: what is stored, and what it is found by. A key is random enough to need no salt. */
export function hashApiKey(secret: string): Buffer<ArrayBuffer> {
  return createHash("sha256").update(secret).digest();
}

/** The end of a key, by which a merchant tells it from others. */
export function lastFourOf(secret: string): string {
  return secret.slice(-4);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
