import type { LoyaltyReceipt } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../../context.ts";
import { retailerKey } from "../../rules/retailer-key.ts";
import { lockHolder } from "../lock-holder.ts";
import { noteFactsIn } from "../note-facts.ts";
import { MAX_RECEIPT_BYTES, troubleWithPixels, typeOfFile } from "./file-type.ts";
import { takeRoom } from "./receipt-room.ts";
import { isAmong, type ReceiptRules, readReceiptRules } from "./receipt-rules.ts";

/** A receipt as its customer sends it. */
interface SentReceipt {
  retailer: string;
  /** `YYYY-MM-DD`. */
  purchasedOn: string;
  /** Minor units of the store's currency. */
  totalMinor: number;
  file: Buffer;
}

/** A receipt as it is kept, without its file. */
export type Receipt = LoyaltyReceipt;

/** A customer has no more than so many waiting: somebody has to look at each. */
const MOST_WAITING = 20;

/** A customer sends in no more than so many within 24 hours, whatever becomes of them: where nobody looks, each counts at once. */
const MOST_A_DAY = 20;
const DAY_MS = 24 * 3_600_000;

/**
 * Takes a receipt in, for the merchant to look at; where all rules that count it trust its customers, it counts at once.
 *
 * @throws AppError invalid_input with the field; already_done for one of the same retailer, day and total; rate_limited for
 *   too many that wait or came within a day, and where the store has no room; not_found where the store takes no receipts.
 */
export async function uploadReceipt(
  context: ShopContext,
  customerId: bigint,
  sent: SentReceipt,
): Promise<Receipt> {
  const rules = await readReceiptRules(context);
  if (!rules) throw new AppError("not_found", "The store takes no receipts.");
  const contentType = checked(context, sent, rules);
  const { db, shop, clock } = context;
  const status = rules.isApproved(sent.retailer) ? "approved" : "pending";
  return db.transaction(async (tx) => {
    const holder = await lockHolder(tx, shop.id, customerId);
    if (holder === null) throw new AppError("not_found", "There is no such customer.");
    const now = clock.now();
    await requireRoom(tx, shop.id, holder, now);
    const [row] = await tx.loyaltyReceipt.createManyAndReturn({
      data: [
        {
          ...{ shopId: shop.id, customerId: holder, status, contentType },
          ...{ retailer: sent.retailer, retailerKey: retailerKey(sent.retailer) },
          purchasedOn: new Date(`${sent.purchasedOn}T00:00:00Z`),
          ...{ totalMinor: BigInt(sent.totalMinor), byteSize: sent.file.byteLength },
          ...{ createdAt: now, updatedAt: now, decidedAt: status === "approved" ? now : null },
        },
      ],
      skipDuplicates: true,
    });
    if (!row) {
      const message = "A receipt of this retailer, day and total was sent in before.";
      throw new AppError("already_done", message);
    }
    await tx.loyaltyReceiptFile.create({
      data: { shopId: shop.id, receiptId: row.id, content: new Uint8Array(sent.file) },
    });
    if (status === "approved") await noteReceipt(context, tx, row);
    if (await takeRoom(tx, shop.id, sent.file.byteLength)) return row;
    throw new AppError(
      "rate_limited",
      "The store has no room for receipts until it has removed some.",
    );
  });
}

/** Writes down that a receipt counts, from when it was sent in. */
export async function noteReceipt(
  context: ShopContext,
  tx: Queries,
  { id, customerId, retailer, totalMinor, createdAt }: Receipt,
): Promise<void> {
  const data = { retailer, total_minor: Number(totalMinor) };
  const fact = { kind: "receipt", key: receiptKey(id), at: createdAt, data } as const;
  await noteFactsIn(context, tx, customerId, [fact]);
}

/** The key of a receipt's fact. */
export function receiptKey(receiptId: bigint): string {
  return `receipt:${receiptId}`;
}

/** @returns what the file is. */
function checked(
  { shop, clock }: ShopContext,
  { retailer, purchasedOn, file }: SentReceipt,
  { retailers, since }: ReceiptRules,
): string {
  if (retailers && !isAmong(retailers, retailer)) {
    throw wrongField("retailer", `The store takes receipts of: ${retailers.join(", ")}.`);
  }
  if (purchasedOn > formatDate(clock.now(), shop.ianaTimezone)) {
    throw wrongField("purchased_on", "Must not be in the future.");
  }
  const firstDay = formatDate(since, shop.ianaTimezone);
  if (purchasedOn < firstDay) {
    throw wrongField(
      "purchased_on",
      `Must be ${firstDay} or later: receipts count from that day on.`,
    );
  }
  if (file.byteLength > MAX_RECEIPT_BYTES) throw wrongField("file", "Must have at most 2 MiB.");
  const type = typeOfFile(file);
  if (!type) throw wrongField("file", "Must be a JPEG, PNG or WebP image, or a PDF.");
  const trouble = troubleWithPixels(file, type);
  if (trouble) throw wrongField("file", trouble);
  return type;
}

/** @throws AppError rate_limited. */
async function requireRoom(
  tx: Queries,
  shopId: bigint,
  customerId: bigint,
  now: Date,
): Promise<void> {
  const [nth] = await tx.loyaltyReceipt.findMany({
    where: { shopId, customerId },
    orderBy: { id: "desc" },
    ...{ skip: MOST_A_DAY - 1, take: 1, select: { createdAt: true } },
  });
  if (nth && nth.createdAt.getTime() > now.getTime() - DAY_MS) {
    throw new AppError("rate_limited", `Send at most ${MOST_A_DAY} receipts a day.`);
  }
  const waiting = await tx.loyaltyReceipt.count({
    where: { shopId, customerId, status: "pending" },
  });
  if (waiting < MOST_WAITING) return;
  const message = `${MOST_WAITING} receipts of yours wait for the store. Send more when it has looked at them.`;
  throw new AppError("rate_limited", message);
}
