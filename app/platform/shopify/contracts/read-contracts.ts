import type { PlatformPage } from "../../platform.ts";
import type { PlatformContract } from "../../platform-contract.ts";
import { readOrUnreadable, type Unreadable } from "../../platform-unreadable.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type ContractFactsFragment,
  ReadContractDiscountsDocument,
  ReadContractDocument,
  ReadContractLinesDocument,
  ReadContractsDocument,
  ReadContractsPageDocument,
} from "../admin-operations.generated.ts";
import { numberIn, toGid } from "../gid.ts";
import { nextCursorOf, readAll } from "../read-connection.ts";
import { anyOf, byNumber } from "../read-together.ts";
import { translateContract } from "./translate-contract.ts";

/** Null when the platform knows no such contract of this app. */
export async function readContract(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
): Promise<PlatformContract | null> {
  const { subscriptionContract } = await client.run(shopDomain, ReadContractDocument, {
    id: toGid("SubscriptionContract", contractId),
  });
  return subscriptionContract && completeContract(client, shopDomain, subscriptionContract);
}

/** Some contracts, by their numbers; those that the platform's search finds. */
export async function readContracts(
  client: AdminClient,
  shopDomain: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformContract | Error>> {
  const { subscriptionContracts } = await client.run(shopDomain, ReadContractsDocument, anyOf(ids));
  return byNumber("SubscriptionContract", subscriptionContracts.nodes, (facts) =>
    completeContract(client, shopDomain, facts),
  );
}

export async function readContractsPage(
  client: AdminClient,
  shopDomain: string,
  cursor: string | null,
): Promise<PlatformPage<PlatformContract | Unreadable>> {
  const { subscriptionContracts } = await client.run(shopDomain, ReadContractsPageDocument, {
    after: cursor,
  });
  const items: (PlatformContract | Unreadable)[] = [];
  for (const facts of subscriptionContracts.nodes) {
    const thing = { id: numberIn(facts.id) };
    items.push(await readOrUnreadable(thing, () => completeContract(client, shopDomain, facts)));
  }
  return { items, nextCursor: nextCursorOf(subscriptionContracts) };
}

/** Fetches the lines and discounts that did not fit into the contract's own answer. */
export async function completeContract(
  client: AdminClient,
  shopDomain: string,
  facts: ContractFactsFragment,
): Promise<PlatformContract> {
  const lines = await readAll(facts.lines, async (after) => {
    const page = await client.run(shopDomain, ReadContractLinesDocument, { id: facts.id, after });
    return page.subscriptionContract?.lines ?? null;
  });
  const discounts = await readAll(facts.discounts, async (after) => {
    const page = await client.run(shopDomain, ReadContractDiscountsDocument, {
      id: facts.id,
      after,
    });
    return page.subscriptionContract?.discounts ?? null;
  });
  return translateContract(facts, lines, discounts);
}
