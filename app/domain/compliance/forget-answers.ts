import type { Queries } from "#app/lib/db.ts";
import { addressSpellings } from "#app/lib/email-address.ts";
import { ERASED_ANSWER } from "../idempotency/key-claims.ts";
import type { Identity } from "./find-by-address.ts";
import { hasWord } from "./names-person.ts";

/**
 * Takes what names a person out of the answers that are kept for repeated requests. Their keys stay used: a repeated request has no
 * effect, and is answered as one about somebody who is gone.
 */
export async function forgetAnswers(
  tx: Queries,
  { shopId, customerId, platformCustomerId, email }: Identity,
): Promise<void> {
  const number = platformCustomerId === null ? null : `(^|[^0-9])${platformCustomerId}([^0-9]|$)`;
  const named = email === null ? [] : await findNaming(tx, shopId, email);
  const purposes = named.map(({ purpose }) => purpose);
  const keys = named.map(({ key }) => key);
  await tx.$executeRaw`
    UPDATE idempotency_keys k
    SET answer = NULL,
      result = CASE WHEN jsonb_typeof(k.result) = 'string' THEN ${JSON.stringify(ERASED_ANSWER)}::jsonb ELSE k.result END
    WHERE k.shop_id = ${shopId}
      AND ((coalesce(k.answer, '') || coalesce(k.result #>> '{}', '')) ~ ${number}
        OR EXISTS (SELECT FROM unnest(${purposes}::text[], ${keys}::text[]) AS n (purpose, key)
          WHERE n.purpose = k.purpose AND n.key = k.key)
        OR EXISTS (SELECT FROM credit_entries e
          WHERE e.shop_id = ${shopId} AND e.id = (k.result ->> 'entry_id')::bigint AND e.customer_id = ${customerId}))`;
}

/** How JSON writes what stands between words. */
const ESCAPED = /\\(?:[bfnrt"\\]|u00[0-9a-f]{2})/gi;

/** The answers with an address as a word: as a part of one, it is somebody else's. */
async function findNaming(tx: Queries, shopId: bigint, email: string) {
  const spellings = addressSpellings(email);
  const rows = await tx.$queryRaw<{ purpose: string; key: string; said: string }[]>`
    SELECT k.purpose, k.key, concat_ws(' ', k.answer, k.result #>> '{}') AS said FROM idempotency_keys k
    WHERE k.shop_id = ${shopId}
      AND EXISTS (SELECT FROM unnest(${spellings}::text[]) s
        WHERE strpos(lower(concat_ws(' ', k.answer, k.result #>> '{}')), s) > 0)`;
  const words = new Set(spellings);
  return rows.filter(({ said }) => hasWord(said.replaceAll(ESCAPED, " "), words));
}
