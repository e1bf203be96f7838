import { formatMinor } from "#app/lib/money.ts";
import type { ContractChange, CyclePrices } from "../../platform-contract.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import {
  ReadCyclePricesDocument,
  SetDraftDateDocument,
  SetDraftLinePriceDocument,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";
import { throwUserErrors } from "../throw-user-errors.ts";

/** Null when the platform knows no such contract. */
export async function readCyclePrices(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
): Promise<CyclePrices[] | null> {
  const id = toGid("SubscriptionContract", contractId);
  const readPage = async (after: string | null) => {
    const page = await client.run(shopDomain, ReadCyclePricesDocument, { id, after });
    return page.subscriptionContract?.lines ?? null;
  };
  const first = await readPage(null);
  if (first === null) return null;
  const lines = await readAll(first, readPage);
  return lines.map(({ id: lineGid, pricingPolicy }) => ({
    lineGid,
    steps: (pricingPolicy?.cycleDiscounts ?? []).map(({ afterCycle, computedPrice }) => ({
      afterCycle,
      priceMinor: readMoney(computedPrice),
      currency: computedPrice.currencyCode,
    })),
  }));
}

/** Every part says what the draft is to have, so each may be repeated. */
export async function writeTrial(
  client: AdminClient,
  shopDomain: string,
  draftId: string,
  { prices, nextBillingAt }: Extract<ContractChange, { kind: "start_trial" }>,
): Promise<void> {
  const options = { repeatable: true };
  for (const { lineGid: lineId, priceMinor, currency } of prices) {
    const variables = { draftId, lineId, currentPrice: formatMinor(priceMinor, currency) };
    const answer = await client.run(shopDomain, SetDraftLinePriceDocument, variables, options);
    throwUserErrors(answer.subscriptionDraftLineUpdate);
  }
  const variables = { draftId, nextBillingDate: nextBillingAt.toISOString() };
  const answer = await client.run(shopDomain, SetDraftDateDocument, variables, options);
  throwUserErrors(answer.subscriptionDraftUpdate);
}
