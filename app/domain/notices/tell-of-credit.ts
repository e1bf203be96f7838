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
  { data }: EventOf<"store_credit.added">,
): Promise<void> {
  if (!("entry_id" in data)) return;
  const { shop, db } = context;
  const entry = await db.prisma.creditEntry.findUnique({
    where: { shopId_id: { shopId: shop.id, id: BigInt(data.entry_id) } },
  });
  const isGift =
    entry?.unit === "money" && entry.amountMinor > 0n && GIFTS.includes(entry.typeCode);
  if (!isGift || isOfCreditFile(entry.sourceKey)) return;
  const account = await db.prisma.creditAccount.findUnique({
    where: {
      shopId_customerId_unit: { shopId: shop.id, customerId: entry.customerId, unit: "money" },
    },
    select: { availableMinor: true },
  });
  const { currency } = shop;
  await db.transaction((tx) =>
    queueMail(context, tx, {
      kind: "credit_granted",
      customerId: entry.customerId,
      causeKey: `credit:${entry.id}`,
      data: {
        amount: { minor: Number(entry.amountMinor), currency },
        expiresAt: entry.expiresAt,
        reason: entry.reason,
        balance: account && { minor: Number(account.availableMinor), currency },
      },
    }),
  );
}
