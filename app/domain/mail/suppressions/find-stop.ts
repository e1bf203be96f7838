import type { Database } from "#app/lib/db.ts";
import { addressSpellings } from "#app/lib/email-address.ts";
import { FEW_VALUES, readInParts } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import { addressHash } from "./address-hash.ts";

/** Why an address, in whatever spelling, gets no mail, or no optional mail; null when it gets it. */
export async function findStop(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  address: string,
  isOptional: boolean,
): Promise<string | null> {
  const found = await readStops(db, {
    shopId: shop.id,
    hashes: addressSpellings(address.trim()).map(addressHash),
  });
  const stop =
    found.find(({ scope }) => scope === "every") ??
    (isOptional ? found.find(({ scope }) => scope === "optional") : null);
  if (!stop) return null;
  return stop.scope === "every"
    ? `The address refused an earlier email: ${stop.reason}`
    : "The customer wants no emails of this kind.";
}

interface Address {
  shopId: bigint;
  /** Of each spelling. */
  hashes: readonly Uint8Array<ArrayBuffer>[];
}

/** Mails that are written at about the same time share the read. */
const readStops = shareWork({
  most: FEW_VALUES,
  work: async ({ prisma }: Database, addresses: readonly Address[]) => {
    const shopId = addresses[0]?.shopId ?? 0n;
    const all = await readInParts(
      addresses.flatMap(({ hashes }) => hashes),
      (some) => prisma.mailSuppression.findMany({ where: { shopId, addressHash: { in: some } } }),
    );
    const byHash = Map.groupBy(all, (row) => hex(row.addressHash));
    return addresses.map(({ hashes }) => hashes.flatMap((hash) => byHash.get(hex(hash)) ?? []));
  },
});

const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
