import { expect } from "vitest";
import { askPlatform } from "./ask-platform.ts";
import type { TestShop } from "./test-shop.ts";

/** More than any amount that this app can count, so that nothing with it can be stored. */
export const TOO_MUCH = "99999999999999999.00";

/** Opens a draft of a contract. @returns its gid, and that of its first line. */
export async function openDraft(
  shop: TestShop,
  contractId: number,
): Promise<{ id: string; line: string }> {
  const { subscriptionContractUpdate } = await askPlatform(
    shop,
    `mutation ($id: ID!) { subscriptionContractUpdate(contractId: $id) { draft { id lines(first: 1) { nodes { id } } } } }`,
    { id: `gid://shopify/SubscriptionContract/${contractId}` },
  );
  const { draft } = subscriptionContractUpdate;
  return { id: draft.id, line: draft.lines.nodes[0].id };
}

/**
 * Changes a contract as the merchant does in the platform's admin.
 *
 * @param field one mutation of its draft `$id`, whose first line is `$line`, without the answer's fields.
 */
export async function changeOnPlatform(
  shop: TestShop,
  contractId: number,
  field: string,
): Promise<void> {
  const { id, line } = await openDraft(shop, contractId);
  const ofLine = field.includes("$line");
  const written = await askPlatform(
    shop,
    `mutation ($id: ID!${ofLine ? ", $line: ID!" : ""}) {
      changed: ${field} { userErrors { message } }
      committed: subscriptionDraftCommit(draftId: $id) { userErrors { message } } }`,
    { id, ...(ofLine && { line }) },
  );
  expect([written.changed.userErrors, written.committed.userErrors]).toEqual([[], []]);
}

/** Gives a contract's first line another price, a decimal text, as the merchant does in the platform's admin. */
export async function setLinePrice(
  shop: TestShop,
  contractId: number,
  price: string,
): Promise<void> {
  const input = `{ currentPrice: "${price}" }`;
  const field = `subscriptionDraftLineUpdate(draftId: $id, lineId: $line, input: ${input})`;
  await changeOnPlatform(shop, contractId, field);
}
