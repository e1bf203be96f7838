import { createHmac, timingSafeEqual } from "node:crypto";
import type { DevBulkOperation } from "../state/bulk-operation.ts";

const validForMs = 7 * 24 * 60 * 60 * 1000;

export const resultPath = "/__dev/bulk-results";

/** When a finished operation's result can no longer be fetched, by the shop's clock; null while it runs. */
export function expiryOf({ completedAt }: Pick<DevBulkOperation, "completedAt">): Date | null {
  return completedAt === null ? null : new Date(Date.parse(completedAt) + validForMs);
}

/** An address that needs no token: whoever has it may read the result until it expires. */
export function resultUrl(
  origin: string,
  secret: string,
  shop: string,
  operation: Pick<DevBulkOperation, "id" | "completedAt">,
): string {
  const expires = String(expiryOf(operation)?.getTime() ?? 0);
  const query = new URLSearchParams({
    expires,
    signature: resultSignature(secret, shop, String(operation.id), expires),
  });
  return `${origin}${resultPath}/${shop}/${operation.id}.jsonl?${query}`;
}

export function isSignedResult(
  secret: string,
  shop: string,
  id: string,
  query: { expires: string; signature: string },
): boolean {
  const expected = Buffer.from(resultSignature(secret, shop, id, query.expires));
  const given = Buffer.from(query.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function resultSignature(secret: string, shop: string, id: string, expires: string): string {
  return createHmac("sha256", `bulk-results/${secret}`)
    .update(`${shop}/${id}/${expires}`)
    .digest("hex");
}
