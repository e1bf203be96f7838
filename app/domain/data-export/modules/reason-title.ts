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

/** What stands in the place of a reason where the owner has withdrawn from the contract: the law asks for none. */
const WITHDRAWN = "Withdrawn from contract";

/** SQL for a canceled subscription's reason, as {@link reasonTitle} takes it. */
export function reasonOf(subscription: string): string {
  return `CASE WHEN ${subscription}.withdrawn_at IS NOT NULL THEN '${WITHDRAWN}' ELSE ${subscription}.cancel_reason END`;
}
