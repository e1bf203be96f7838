import type { Queries } from "#app/lib/db.ts";
import { addressSpellings } from "#app/lib/email-address.ts";
import { ERASED_ANSWER } from "../idempotency/key-claims.ts";
import type { Identity } from "./find-by-address.ts";

/**
 * Takes what names a person out of the answers that are kept for repeated requests. Their keys stay used: a repeated request has no
 * effect, and is answered as one about somebody who is gone.
 */
export async function forgetAnswers(
  tx: Queries,
  { shopId, customerId, platformCustomerId, email }: Identity,
): Promise<void> {
  const spellings = email ? addressSpellings(email) : [];
  const number = platformCustomerId === null ? null : `(^|[^0-9])${platformCustomerId}([^0-9]|$)`;
  await tx.$executeRaw`
    UPDATE idempotency_keys k
    SET answer = NULL,
      result = CASE WHEN jsonb_typeof(k.result) = 'string' THEN ${JSON.stringify(ERASED_ANSWER)}::jsonb ELSE k.result END
    WHERE k.shop_id = ${shopId}
      AND ((coalesce(k.answer, '') || coalesce(k.result #>> '{}', '')) ~ ${number}
        OR EXISTS (SELECT FROM unnest(${spellings}::text[]) s WHERE strpos(lower((coalesce(k.answer, '') || coalesce(k.result #>> '{}', ''))), s) > 0)
        OR EXISTS (SELECT FROM credit_entries e
          WHERE e.shop_id = ${shopId} AND e.id = (k.result ->> 'entry_id')::bigint AND e.customer_id = ${customerId}))`;
}
