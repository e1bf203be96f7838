import type { ComplianceRequest, Customer, LoyaltyReceipt } from "#app/generated/prisma/client.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import type { LineKey } from "./find-by-address.ts";
import { identifyPerson, type RequestedPerson } from "./identify-person.ts";
import { findViewsAbout } from "./saved-views-about.ts";

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
  const person = await identifyPerson(context.db.prisma, request);
  const customer = person.customer
    ? await context.db.prisma.customer.findUnique({
        where: { shopId_id: { shopId, id: person.customer.id } },
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
  const loose = await withoutLink(context, person, request);
  const all = customer
    ? {
        customer: {
          ...{
            ...customer,
            ...loose,
            points: await pointsElsewhere(context, customer),
            orders: onceEach([...customer.orders, ...loose.orders]),
          },
          loyaltyReceipts: await withFiles(context, customer.loyaltyReceipts),
        },
      }
    : { customer, ...loose };
  // A bigint is no JSON; ids become decimal texts.
  const text = JSON.stringify(all, (_name, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  await context.db.prisma.complianceRequest.update({
    where: key,
    data: {
      completedAt: new Date(),
      result: JSON.parse(text),
      ...{ email: null, platformOrderIds: [] },
    },
  });
}

/** What is theirs by their number or address alone, what the platform names, and that of customers who were merged with them. */
async function withoutLink(
  { db, shop }: ShopContext,
  { customer, merged, orders, lines }: RequestedPerson,
  { email }: Pick<ComplianceRequest, "email">,
) {
  const shopId = shop.id;
  const where = (some: LineKey[]) => ({
    shopId,
    OR: some.map(({ fileId, position }) => ({ fileId, position })),
  });
  const people = [...(customer ? [customer] : []), ...merged];
  return {
    orders: await readInParts(orders, (some) =>
      db.prisma.order.findMany({
        ...{ where: { shopId, id: { in: some } }, include: WITH_ORDER, orderBy: { id: "asc" } },
      }),
    ),
    creditFileLines: await readInParts(lines.creditLines, (some) =>
      db.prisma.creditFileLine.findMany({ where: where(some) }),
    ),
    loyaltyFileLines: await readInParts(lines.loyaltyLines, (some) =>
      db.prisma.loyaltyFileLine.findMany({ where: where(some) }),
    ),
    importLines: await readInParts(lines.importLines, (some) =>
      db.prisma.contractImportLine.findMany({
        where: {
          shopId,
          OR: some.map(({ fileId, position }) => ({ importId: fileId, position })),
        },
      }),
    ),
    savedViews: await findViewsAbout(db.prisma, shopId, [
      ...people,
      { email, firstName: null, lastName: null },
    ]),
  };
}

/** What another app's points came to when they were read. */
function pointsElsewhere({ db }: ShopContext, { shopId, id }: Customer) {
  return db.prisma.customerPoints.findUnique({
    where: { shopId_customerId: { shopId, customerId: id } },
  });
}

const onceEach = <Row extends { id: bigint }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

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
