import { formatMinor } from "#app/lib/money.ts";
import type { ClosedCode, CreditCode } from "../../platform.ts";
import { isPlatformFailure, PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  CreateCreditCodeDocument,
  DeactivateDiscountCodeDocument,
  ReadDiscountCodeDocument,
  ReadOrdersWithCodeDocument,
  SetCreditCodeAmountDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { idInCurrency } from "./in-currency.ts";

/**
 * The code combines with every other discount, because it represents money. On a subscription it pays only
 * towards the first order, which spends it.
 */
export async function createCreditCode(
  client: AdminClient,
  shopDomain: string,
  { code, title, customerId, amountMinor, currency }: CreditCode,
): Promise<string> {
  const answer = await client.run(
    shopDomain,
    CreateCreditCodeDocument,
    {
      code: {
        code,
        title,
        startsAt: startOfCode(),
        usageLimit: 1,
        appliesOncePerCustomer: true,
        recurringCycleLimit: 1,
        context: { customers: { add: [toGid("Customer", customerId)] } },
        combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
        customerGets: {
          items: { all: true },
          appliesOnOneTimePurchase: true,
          appliesOnSubscription: true,
          value: amountOff(amountMinor, currency),
        },
      },
    },
    // The text of a code exists once: a second creation is answered TAKEN, which leads to the first.
    { repeatable: true },
  );
  try {
    const { codeDiscountNode } = throwUserErrors(answer.discountCodeBasicCreate);
    if (codeDiscountNode) return await idInCurrency(client, shopDomain, codeDiscountNode, currency);
  } catch (error) {
    if (!isPlatformFailure(error) || error.platformCode !== "TAKEN") throw error;
  }
  const found = await readCode(client, shopDomain, code);
  if (!found) throw new PlatformFailure("refused", `The platform made no code ${code}`);
  // The code may have a smaller amount, from before its hold grew.
  await setCreditCodeAmount(client, shopDomain, found.id, { code, title, amountMinor, currency });
  return found.id;
}

/** The platform asks for it. A minute ago, so that the code is active at once also where the clocks differ a little. */
export function startOfCode(): string {
  return new Date(Date.now() - 60_000).toISOString();
}

/** The same amount twice changes nothing. */
export async function setCreditCodeAmount(
  client: AdminClient,
  shopDomain: string,
  gid: string,
  { title, amountMinor, currency }: Omit<CreditCode, "customerId">,
): Promise<void> {
  const answer = await client.run(
    shopDomain,
    SetCreditCodeAmountDocument,
    { id: gid, code: { title, customerGets: { value: amountOff(amountMinor, currency) } } },
    { repeatable: true },
  );
  const { codeDiscountNode } = throwUserErrors(answer.discountCodeBasicUpdate);
  if (codeDiscountNode) await idInCurrency(client, shopDomain, codeDiscountNode, currency);
}

function amountOff(amountMinor: number, currency: string) {
  return {
    discountAmount: { amount: formatMinor(amountMinor, currency), appliesOnEachItem: false },
  };
}

export async function countCodeUses(
  client: AdminClient,
  shopDomain: string,
  code: string,
): Promise<number> {
  return (await readCode(client, shopDomain, code))?.usageCount ?? 0;
}

/** Deactivated twice is deactivated once. */
export async function closeDiscountCode(
  client: AdminClient,
  shopDomain: string,
  code: string,
): Promise<ClosedCode | null> {
  const found = await readCode(client, shopDomain, code);
  if (!found) return null;
  if (found.status === "ACTIVE") {
    const options = { repeatable: true };
    const variables = { id: found.id };
    const answer = await client.run(shopDomain, DeactivateDiscountCodeDocument, variables, options);
    throwUserErrors(answer.discountCodeDeactivate);
  }
  const after = (await readCode(client, shopDomain, code)) ?? found;
  return { gid: found.id, usageCount: after.usageCount };
}

/** The search may return more than was asked for; only the codes on the orders count. */
export async function listOrdersWithCode(
  client: AdminClient,
  shopDomain: string,
  code: string,
): Promise<number[]> {
  const query = `discount_code:'${code}'`;
  const { orders } = await client.run(shopDomain, ReadOrdersWithCodeDocument, { query });
  return orders.nodes
    .filter(({ discountCodes }) =>
      discountCodes.some((used) => used.toUpperCase() === code.toUpperCase()),
    )
    .map(({ id }) => fromGid("Order", id));
}

export async function readCode(client: AdminClient, shopDomain: string, code: string) {
  const answer = await client.run(shopDomain, ReadDiscountCodeDocument, { code });
  const node = answer.codeDiscountNodeByCode;
  if (!node || !("status" in node.codeDiscount)) return null;
  const { status, asyncUsageCount } = node.codeDiscount;
  return { id: node.id, node, status, usageCount: asyncUsageCount };
}
