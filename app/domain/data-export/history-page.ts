import {
  dateMinuteInZone,
  joinCustomer,
  jsonRow,
  numberMember,
  optionalTextMember,
  plainTextMember,
  textMember,
  twoDecimals,
} from "./json-row.ts";

export const CREDITS_HISTORY_PAGE = 1_000;

const rowOf = (currency: string) =>
  jsonRow({
    platform_customer_gid: textMember(
      "CASE WHEN c.redacted_at IS NULL THEN 'gid://platform/Customer/' || c.platform_customer_id END",
    ),
    body: textMember("e.message"),
    value: plainTextMember(
      `CASE WHEN e.unit = 'points' THEN e.amount_minor || '.00' ELSE ${twoDecimals("e.amount_minor", currency)}::text END`,
    ),
    unit: plainTextMember("e.unit"),
    status: numberMember("e.status"),
    created_at: plainTextMember(dateMinuteInZone("e.created_at", "$2")),
    order_name: optionalTextMember("nullif(e.order_name, '')"),
  });

/** SQL for one page of a history as JSON objects with commas between them, newest first. */
export const pageOf = (currency: string, where: string, place: string) => `
  SELECT string_agg(${rowOf(currency)}, ',' ORDER BY e.created_at DESC, e.id DESC) AS json
  FROM (
    SELECT * FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1) AND ${where}
    ORDER BY created_at DESC, id DESC LIMIT ${CREDITS_HISTORY_PAGE} ${place}) e
  ${joinCustomer("e.customer_id")}`;

/** SQL for up to $4 rows of the whole store's history after the id $3, each by itself, the oldest first. */
export const historyRowsOf = (currency: string) => `
  SELECT e.id::text, to_char(e.created_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day, ${rowOf(currency)} AS document
  FROM (
    SELECT * FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1) AND id > $3 ORDER BY id LIMIT $4) e
  ${joinCustomer("e.customer_id")}
  ORDER BY e.id`;
