import { createHash } from "node:crypto";
import type { ContractAddress } from "#app/platform/platform-terms.ts";

/** Tells one delivery address from another; nothing personal is kept. */
export function digestOf(address: ContractAddress): string {
  const parts = [
    ...[address.firstName, address.lastName, address.address1, address.address2, address.city],
    ...[address.zip, address.provinceCode, address.countryCode, address.phone],
    // Digests that were kept before companies were read still hold.
    ...(address.company.trim() === "" ? [] : [address.company]),
  ];
  return createHash("sha256")
    .update(JSON.stringify(parts.map((part) => part.trim())))
    .digest("hex");
}
