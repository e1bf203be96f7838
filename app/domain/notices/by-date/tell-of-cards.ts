import type { ShopContext } from "../../context.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { readPaymentMethodsUrl } from "../../shops/read-payment-methods-url.ts";
import { refreshContractOrSetAside } from "../../subscriptions/store-contract.ts";

const AT_A_TIME = 50;

interface EndingCard {
  id: bigint;
  platform_contract_id: bigint;
}

/**
 * Queues a mail for each card that pays for an active subscription and ends before `until`: once for a payment method and
 * a month, however many subscriptions it pays for. The platform is asked first: a bank may have renewed the card, of
 * which the contract says nothing until it is read. Calls the network.
 */
export async function tellOfCards(context: ShopContext, until: Date): Promise<void> {
  let after = 0n;
  for (;;) {
    const cards = await findCards(context, until, after);
    for (const card of cards) await tellOfCard(context, card, until);
    const last = cards.at(-1);
    if (!last || cards.length < AT_A_TIME) return;
    after = last.id;
  }
}

function findCards({ db, shop, clock }: ShopContext, until: Date, after: bigint) {
  return db.prisma.$queryRaw<EndingCard[]>`
    SELECT s.id, s.platform_contract_id FROM (
      SELECT * FROM subscriptions
      WHERE shop_id = ${shop.id} AND status = 'active'
        AND card_expires_at > ${clock.now()} AND card_expires_at < ${until} OFFSET 0) s
    LEFT JOIN LATERAL (
      SELECT id FROM mails
      WHERE shop_id = ${shop.id} AND cause_key = 'card:' || s.payment_method || ':'
        || floor(extract(epoch FROM s.card_expires_at) * 1000)::bigint LIMIT 1) m ON TRUE
    WHERE s.id > ${after} AND s.customer_id IS NOT NULL AND s.payment_method IS NOT NULL AND m.id IS NULL
    ORDER BY s.id LIMIT ${AT_A_TIME}`;
}

async function tellOfCard(context: ShopContext, card: EndingCard, until: Date): Promise<void> {
  const row = await refreshContractOrSetAside(context, Number(card.platform_contract_id));
  if (row?.status !== "active") return;
  const { customerId, paymentMethod, cardBrand, cardLastDigits, cardExpiresAt } = row;
  if (customerId === null || paymentMethod === null || cardBrand === null) return;
  if (cardLastDigits === null || cardExpiresAt === null) return;
  if (cardExpiresAt >= until) return;
  await context.db.transaction(async (tx) => {
    if (cardExpiresAt <= context.clock.now()) return;
    await queueMail(context, tx, {
      kind: "card_expiring",
      customerId,
      causeKey: `card:${paymentMethod}:${cardExpiresAt.getTime()}`,
      data: {
        brand: cardBrand,
        lastDigits: cardLastDigits,
        expiresAt: cardExpiresAt,
        updateUrl: await readPaymentMethodsUrl(tx, context.shop),
      },
    });
  });
}

/** When the first card from an instant on ends that pays for a subscription; null when none does. */
export async function nextCardAfter({ db, shop }: ShopContext, from: Date): Promise<Date | null> {
  const row = await db.prisma.subscription.findFirst({
    where: { shopId: shop.id, status: "active", cardExpiresAt: { gte: from } },
    orderBy: { cardExpiresAt: "asc" },
    select: { cardExpiresAt: true },
  });
  return row?.cardExpiresAt ?? null;
}
