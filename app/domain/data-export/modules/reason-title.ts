import { DEFAULT_REASON_TITLES } from "../../subscriptions/cancellation-reasons.ts";

const defaultTitle = (column: string) =>
  Object.entries(DEFAULT_REASON_TITLES)
    .map(([alias, title]) => `WHEN ${column} = '${alias}' THEN '${title.replaceAll("'", "''")}'`)
    .join(" ");

/** SQL for the title, in the store $1, of a cancellation's reason: the merchant's, else the default one; null without a reason. */
export function reasonTitle(alias: string): string {
  return `coalesce(
    (SELECT title FROM cancellation_reasons WHERE shop_id = $1 AND alias = ${alias}),
    CASE ${defaultTitle(alias)} ELSE ${alias} END)`;
}
