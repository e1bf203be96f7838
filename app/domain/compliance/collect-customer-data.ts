import type { Customer, LoyaltyReceipt, Order } from "#app/generated/prisma/client.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import { findByAddress, type LineKey } from "./find-by-address.ts";

const WITH_ORDER = { refunds: true, disputes: true, subscriptions: true } as const;

/**
 * Collects all that is kept about a person, for the merchant to hand on (the platform's
 * customers/data_request). Kept with the request until the person is erased. Safe to repeat.
 */
export async function collectCustomerData(context: ShopContext, requestId: bigint): Promise<void> {
  const shopId = context.shop.id;
  const key = { shopId_id: { shopId, id: requestId } };
  const request = await context.db.prisma.complianceRequest.findUniqueOrThrow({ where: key });
  if (request.completedAt) return;
  const customer = request.platformCustomerId
    ? await context.db.prisma.customer.findUnique({
        where: {
          shopId_platformCustomerId: { shopId, platformCustomerId: request.platformCustomerId },
        },
        include: {
          subscriptions: {
            include: {
              cancelFlows: true,
              appliedOffers: true,
              reactivations: true,
              priceChangeRows: true,
              billingCycles: { include: { attempts: true } },
            },
          },
          member: true,
          orders: { include: WITH_ORDER },
          creditEntries: true,
          loyaltyFacts: true,
          loyaltyRewards: true,
          loyaltyProgress: true,
          loyaltyStanding: true,
          loyaltyCoupons: true,
          loyaltyActions: true,
          loyaltyBirthday: true,
          loyaltyReceipts: { orderBy: { id: "asc" } },
          referralCodes: true,
          referrals: { omit: { friendId: true } },
          referral: { omit: { advocateId: true } },
          creditHolds: true,
          activities: true,
          mails: true,
          notes: true,
          tags: true,
          mailSuppressions: { omit: { addressHash: true } },
          // Of customers who were merged with this one: what did not move with them.
          merged: { include: { creditEntries: true, member: true } },
        },
      })
    : null;
  const all = customer && {
    ...customer,
    ...(await withoutLink(context, customer)),
    loyaltyReceipts: await withFiles(context, customer.loyaltyReceipts),
  };
  // A bigint is no JSON; ids become decimal texts.
  const text = JSON.stringify({ customer: all }, (_name, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  await context.db.prisma.complianceRequest.update({
    where: key,
    data: { completedAt: new Date(), result: JSON.parse(text) },
  });
}

/** What is theirs by their number or address alone, and that of customers who were merged with them. */
async function withoutLink(
  { db }: ShopContext,
  customer: Customer & { merged: Customer[]; orders: Order[] },
) {
  const { shopId } = customer;
  const found = [];
  for (const one of [customer, ...customer.merged]) found.push(await findByAddress(db.prisma, one));
  const guestOrders = found.flatMap((one) => one.guestOrders);
  const where = (some: LineKey[]) => ({
    shopId,
    OR: some.map(({ fileId, position }) => ({ fileId, position })),
  });
  return {
    orders: [
      ...customer.orders,
      ...(await readInParts(guestOrders, (some) =>
        db.prisma.order.findMany({ where: { shopId, id: { in: some } }, include: WITH_ORDER }),
      )),
    ],
    creditFileLines: await readInParts(
      found.flatMap((one) => one.creditLines),
      (some) => db.prisma.creditFileLine.findMany({ where: where(some) }),
    ),
    loyaltyFileLines: await readInParts(
      found.flatMap((one) => one.loyaltyLines),
      (some) => db.prisma.loyaltyFileLine.findMany({ where: where(some) }),
    ),
    importLines: await readInParts(
      found.flatMap((one) => one.importLines),
      (some) =>
        db.prisma.contractImportLine.findMany({
          where: {
            shopId,
            OR: some.map(({ fileId, position }) => ({ importId: fileId, position })),
          },
        }),
    ),
  };
}

/** The row of a request holds so much of files; those beyond are named, and the merchant's page of receipts has them. */
const MOST_FILE_BYTES = 100 * 1024 * 1024;

/** Receipts with their files in base64, the first ones first. No more of them are read than are kept. */
async function withFiles({ db }: ShopContext, receipts: readonly LoyaltyReceipt[]) {
  let left = MOST_FILE_BYTES;
  const found = [];
  for (const receipt of receipts) {
    const { shopId, id, byteSize, hasFile } = receipt;
    if (hasFile) left -= byteSize;
    const shopId_receiptId = { shopId, receiptId: id };
    const file =
      hasFile && left >= 0
        ? await db.prisma.loyaltyReceiptFile.findUnique({ where: { shopId_receiptId } })
        : null;
    found.push({ ...receipt, file: file && Buffer.from(file.content).toString("base64") });
  }
  return found;
}
