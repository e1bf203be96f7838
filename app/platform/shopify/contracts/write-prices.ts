import { formatMinor } from "#app/lib/money.ts";
import type { ContractChange } from "../../platform-contract.ts";
import type { AdminClient } from "../admin-client.ts";
import { SetDraftDateDocument, SetDraftLinePriceDocument } from "../admin-operations.generated.ts";
import { throwUserErrors } from "../throw-user-errors.ts";

/** Every part says what the draft is to have, so each may be repeated. */
export async function writePrices(
  client: AdminClient,
  shopDomain: string,
  draftId: string,
  { prices, currency, nextBillingAt }: Extract<ContractChange, { kind: "set_prices" }>,
): Promise<void> {
  const options = { repeatable: true };
  for (const { lineGid: lineId, priceMinor } of prices) {
    const variables = { draftId, lineId, currentPrice: formatMinor(priceMinor, currency) };
    const answer = await client.run(shopDomain, SetDraftLinePriceDocument, variables, options);
    throwUserErrors(answer.subscriptionDraftLineUpdate);
  }
  if (!nextBillingAt) return;
  const variables = { draftId, nextBillingDate: nextBillingAt.toISOString() };
  const answer = await client.run(shopDomain, SetDraftDateDocument, variables, options);
  throwUserErrors(answer.subscriptionDraftUpdate);
}
