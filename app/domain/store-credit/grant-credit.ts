import type { Queries } from "#app/core/db.ts";
import type { ShopContext } from "../context.ts";

/** Why credit moved, as the ledger's `type` codes of the Data API number it. */
export const CREDIT_TYPES = { retentionOffer: 9 } as const;

export interface CreditGranted {
  grantId: bigint;
  balanceMinor: number;
}

/**
 * Gives a customer credit with an expiry of its own, in the caller's transaction: account, entry and
 * grant change together. Not idempotent: the caller's transaction must make it happen once.
 *
 * @param input.amountMinor positive, minor units of the store's currency (or points).
 * @param input.message a sentence for the customer's history.
 */
export async function grantCredit(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  input: {
    customerId: bigint;
    unit: "money" | "points";
    amountMinor: number;
    typeCode: number;
    message: string;
    expiresAt: Date | null;
  },
): Promise<CreditGranted> {
  const shopId = context.shop.id;
  const { customerId, unit, expiresAt } = input;
  const createdAt = context.clock.now();
  const balanceMinor = await moveBalance(context, tx, customerId, unit, input.amountMinor);
  const entry = await tx.creditEntry.create({
    data: {
      shopId,
      customerId,
      unit,
      typeCode: input.typeCode,
      amountMinor: BigInt(input.amountMinor),
      balanceAfterMinor: BigInt(balanceMinor),
      message: input.message,
      expiresAt,
      createdAt,
    },
  });
  const grant = await tx.creditGrant.create({
    data: {
      shopId,
      customerId,
      entryId: entry.id,
      unit,
      amountMinor: BigInt(input.amountMinor),
      remainingMinor: BigInt(input.amountMinor),
      expiresAt,
      createdAt,
    },
  });
  return { grantId: grant.id, balanceMinor };
}

/**
 * Takes back what is left of a grant, in the caller's transaction. What was spent stays spent. Safe to
 * repeat: a grant with nothing left gives no entry.
 *
 * @returns the amount taken back, in minor units.
 */
export async function takeBackGrant(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  input: { grantId: bigint; typeCode: number; message: string },
): Promise<number> {
  const shopId = context.shop.id;
  const where = { shopId_id: { shopId, id: input.grantId } };
  const { customerId, unit } = await tx.creditGrant.findUniqueOrThrow({ where });
  await lockAccount(context, tx, customerId, unit);
  const { remainingMinor } = await tx.creditGrant.findUniqueOrThrow({ where });
  const takenMinor = Number(remainingMinor);
  if (takenMinor === 0) return 0;
  await tx.creditGrant.update({ where, data: { remainingMinor: 0n } });
  const balanceMinor = await moveBalance(
    context,
    tx,
    customerId,
    unit as "money" | "points",
    -takenMinor,
  );
  await tx.creditEntry.create({
    data: {
      shopId,
      customerId,
      unit,
      typeCode: input.typeCode,
      amountMinor: BigInt(-takenMinor),
      balanceAfterMinor: BigInt(balanceMinor),
      message: input.message,
      createdAt: context.clock.now(),
    },
  });
  return takenMinor;
}

/**
 * Makes the account on its first use and locks it until the commit. Inserting before locking matters:
 * FOR UPDATE locks nothing when the row does not exist yet.
 */
async function lockAccount(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  customerId: bigint,
  unit: string,
): Promise<void> {
  await tx.creditAccount.createMany({
    data: [{ shopId: context.shop.id, customerId, unit, updatedAt: context.clock.now() }],
    skipDuplicates: true,
  });
  await tx.$queryRaw`
    SELECT 1 FROM credit_accounts
    WHERE shop_id = ${context.shop.id} AND customer_id = ${customerId} AND unit = ${unit} FOR UPDATE`;
}

/** Changes a balance under its lock. The table refuses a balance below zero. */
async function moveBalance(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  customerId: bigint,
  unit: "money" | "points",
  amountMinor: number,
): Promise<number> {
  await lockAccount(context, tx, customerId, unit);
  const account = await tx.creditAccount.update({
    where: { shopId_customerId_unit: { shopId: context.shop.id, customerId, unit } },
    data: { balanceMinor: { increment: amountMinor }, updatedAt: context.clock.now() },
  });
  return Number(account.balanceMinor);
}

/** A customer's spendable balance in minor units; 0 for someone who never had any. */
export async function readCreditBalance(
  context: Pick<ShopContext, "shop" | "db">,
  customerId: bigint,
  unit: "money" | "points" = "money",
): Promise<number> {
  const row = await context.db.prisma.creditAccount.findUnique({
    where: { shopId_customerId_unit: { shopId: context.shop.id, customerId, unit } },
  });
  return Number(row?.balanceMinor ?? 0n);
}
