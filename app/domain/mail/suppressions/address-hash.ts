import { createHash } from "node:crypto";

/** What an address is kept as where it only has to be known again. */
export function addressHash(address: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(address.trim().toLowerCase()).digest());
}
