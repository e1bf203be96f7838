import type { AppContext, ShopContext } from "../../../context.ts";

/** A signed address of a file serves so long, by the machine's time. */
const VALID_SECONDS = 600;

/** The file of a receipt. */
interface ReceiptFile {
  receiptId: bigint;
  contentType: string;
  content: Uint8Array<ArrayBuffer>;
}

/** A path of our origin at which a receipt's file can be read for ten minutes, by whoever has it: for the merchant's page alone. */
export function receiptFilePath(
  { shop, mail }: Pick<ShopContext, "shop" | "mail">,
  receiptId: bigint,
): string {
  const until = Math.floor(Date.now() / 1000) + VALID_SECONDS;
  return `/receipts/${mail.signer.sign(`receipt-${shop.id}-${receiptId}-${until}`)}`;
}

/** The file that a signed address is of; null when it was not signed here, is too old, or the file is gone. */
export async function readReceiptFile(
  { db, mail }: Pick<AppContext, "db" | "mail">,
  token: string,
): Promise<ReceiptFile | null> {
  const [, shopId = "", receiptId = "", until = ""] =
    /^receipt-(\d{1,18})-(\d{1,18})-(\d{1,12})$/.exec(mail.signer.read(token) ?? "") ?? [];
  if (!receiptId || Number(until) * 1000 < Date.now()) return null;
  const key = { shopId: BigInt(shopId), receiptId: BigInt(receiptId) };
  const row = await db.ofStore(key.shopId).prisma.loyaltyReceiptFile.findUnique({
    where: { shopId_receiptId: key },
    include: { receipt: { select: { contentType: true } } },
  });
  if (!row) return null;
  const { contentType } = row.receipt;
  return { receiptId: row.receiptId, contentType, content: row.content };
}
