import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/**
 * Sealed bytes are: version (1), key id (4), nonce (12), tag (16), ciphertext. The header and the name
 * of the record are authenticated with it, so a payload moved to another record cannot be decrypted.
 */
const version = 1;
const keyIdLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + keyIdLength + nonceLength;

export interface TokenEncryption {
  seal(text: string, recordName: string): Buffer;
  /** Null when the bytes were not sealed for this record under a key that is still known. */
  open(sealed: Uint8Array, recordName: string): string | null;
}

/**
 * AES-256-GCM under `key`; `previousKeys` are still read. Keys are 32 bytes in base64.
 *
 * @throws Error when a key has another length, without naming the key.
 */
export function createTokenEncryption(key: string, previousKeys: string[] = []): TokenEncryption {
  const [current, ...previous] = [key, ...previousKeys].map(readKey);
  if (current === undefined) throw new Error("A token encryption key is needed");
  const known = [current, ...previous];

  return {
    seal(text, recordName) {
      const header = Buffer.concat([Buffer.of(version), current.id, randomBytes(nonceLength)]);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonceOf(header));
      cipher.setAAD(Buffer.concat([header, Buffer.from(recordName)]));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([header, cipher.getAuthTag(), body]);
    },
    open(sealed, recordName) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < headerLength + tagLength || bytes[0] !== version) return null;
      const header = bytes.subarray(0, headerLength);
      const keyId = header.subarray(1, 1 + keyIdLength);
      const match = known.find((candidate) => candidate.id.equals(keyId));
      if (match === undefined) return null;
      const decipher = createDecipheriv("aes-256-gcm", match.bytes, nonceOf(header), {
        authTagLength: tagLength,
      });
      decipher.setAAD(Buffer.concat([header, Buffer.from(recordName)]));
      decipher.setAuthTag(bytes.subarray(headerLength, headerLength + tagLength));
      try {
        const body = bytes.subarray(headerLength + tagLength);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

function readKey(base64: string): { id: Buffer; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== 32) throw new Error("A token encryption key must be 32 bytes in base64");
  const digest = createHash("sha256").update("token-encryption-key-id").update(bytes).digest();
  return { id: digest.subarray(0, keyIdLength), bytes };
}

function nonceOf(header: Buffer): Buffer {
  return header.subarray(1 + keyIdLength);
}
