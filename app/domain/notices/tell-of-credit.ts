import type { CreditEntry } from "#app/generated/prisma/client.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { CREDIT_TYPES } from "../ledger/movement.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";
import { isOfCreditFile } from "../store-credit/files/upload-credit-file.ts";

/** Credit that somebody gave this one customer. What comes back from an order, or with a plan's charge, is no gift. */
const GIFTS: readonly number[] = [
  CREDIT_TYPES.adjustment,
  CREDIT_TYPES.retentionOffer,
  CREDIT_TYPES.promotion,
];

/** Grants to a whole plan and files announce nothing: a merchant who corrects a thousand balances writes to nobody. */
export async function tellOfCredit(
  context: ShopContext,
  events: readonly EventOf<"store_credit.added">[],
): Promise<void> {
  const { shop, db } = context;
  const ids = events.flatMap(({ data }) => ("entry_id" in data ? BigInt(data.entry_id) : []));
  const entries = await readInParts([...new Set(ids)], (some) =>
    db.prisma.creditEntry.findMany({ where: { shopId: shop.id, id: { in: some } } }),
  );
  const gifts = entries.filter(isGift);
  if (gifts.length === 0) return;
  const balances = await readBalances(context, gifts);
  const { currency } = shop;
  await db.transaction(async (tx) => {
    for (const { id, customerId, amountMinor, expiresAt, reason } of gifts) {
      const balance = balances.get(customerId);
      await queueMail(context, tx, {
        ...{ kind: "credit_granted", customerId, causeKey: `credit:${id}` },
        data: {
          amount: { minor: Number(amountMinor), currency },
          ...{ expiresAt, reason },
          balance: balance === undefined ? null : { minor: Number(balance), currency },
        },
      });
    }
  });
}

function isGift({ unit, amountMinor, typeCode, sourceKey }: CreditEntry): boolean {
  const isOfThisOne = unit === "money" && GIFTS.includes(typeCode) && !isOfCreditFile(sourceKey);
  return isOfThisOne && amountMinor > 0n;
}

/** In minor units, by customer. */
async function readBalances(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  gifts: readonly CreditEntry[],
): Promise<Map<bigint, bigint>> {
  const customerIds = [...new Set(gifts.map(({ customerId }) => customerId))];
  const accounts = await readInParts(customerIds, (some) =>
    db.prisma.creditAccount.findMany({
      where: { shopId: shop.id, customerId: { in: some }, unit: "money" },
      select: { customerId: true, availableMinor: true },
    }),
  );
  return new Map(accounts.map(({ customerId, availableMinor }) => [customerId, availableMinor]));
}
