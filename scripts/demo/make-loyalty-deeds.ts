import { crc32, deflateSync } from "node:zlib";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { setBirthday } from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import { type NewFact, noteFacts } from "#app/domain/loyalty/triggers/note-facts.ts";
import { uploadReceipt } from "#app/domain/loyalty/triggers/receipts/upload-receipt.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";

/** So many customers have done something beside ordering. */
const PEOPLE = 60;

const RECEIPTS = [
  { retailer: "Corner Garden Center", daysAgo: 6, totalMinor: 23_90 },
  { retailer: "Green Thumb", daysAgo: 9, totalMinor: 54_00 },
  { retailer: "Corner Garden Center", daysAgo: 12, totalMinor: 8_49 },
];

/**
 * What the demo's customers have done that no order tells: visits, consents, reviews, deeds on networks and in the plant quiz, tags,
 * birthdays, and receipts that wait for the merchant. All but the receipts lies some days back, so nobody gets a mail.
 * Safe to repeat.
 */
export async function makeLoyaltyDeeds(app: AppContext, shop: Shop): Promise<void> {
  const context = openShop(app, shop, { kind: "system", name: "Demo" });
  const customers = await app.db.prisma.customer.findMany({
    where: { shopId: shop.id, mergedIntoId: null, redactedAt: null },
    orderBy: { id: "asc" },
    take: PEOPLE,
    select: { id: true },
  });
  for (const [at, { id }] of customers.entries()) {
    await noteFacts(context, id, factsOf(context, at));
    // Spread over the year.
    if (at % 4 === 0) await setBirthday(context, id, { month: 1 + (at % 12), day: 1 + (at % 28) });
  }
  const where = { shopId: shop.id };
  if ((await app.db.prisma.loyaltyReceipt.count({ where })) > 0) return;
  for (const [at, { daysAgo, ...sent }] of RECEIPTS.entries()) {
    const purchasedOn = formatDate(dayBefore(context, daysAgo), shop.ianaTimezone);
    const file = drawReceipt(8 + 3 * at);
    await uploadReceipt(context, customers[5 * at]?.id ?? 0n, { ...sent, purchasedOn, file });
  }
}

/** One in so many customers does each; which ones follows from their place. */
function factsOf(context: ShopContext, place: number): NewFact[] {
  const at = dayBefore(context, 5 + (place % 40));
  const does = (every: number) => place % every === 0;
  const quiz = Array.from({ length: does(5) ? 1 + (place % 4) : 0 }, (_, round): NewFact => {
    return { kind: "action", key: `quiz-${round}`, at, data: { action_key: "plant_quiz" } };
  });
  return [
    ...(does(2) ? [{ kind: "account", key: "once", at } as const] : []),
    ...(does(3) ? [{ kind: "email_consent", key: "once", at } as const] : []),
    ...(does(9) ? [{ kind: "sms_consent", key: "once", at } as const] : []),
    ...(does(4) ? [{ kind: "review", key: `review-${place}`, at } as const] : []),
    ...(does(7) ? [{ kind: "social", key: "instagram", at } as const] : []),
    ...(does(11) ? [{ kind: "tag", key: "vip", at } as const] : []),
    ...quiz,
  ];
}

function dayBefore({ clock, shop }: ShopContext, days: number): Date {
  return addDays(clock.now(), -days, shop.ianaTimezone);
}

const WIDTH = 120;
const LINE = 10;
const WHITE = 255;
const INK = 120;

/** A picture of a receipt: gray lines on white, as a PNG of one byte a pixel. */
function drawReceipt(lines: number): Buffer {
  const height = (lines + 2) * LINE;
  const rows = Array.from({ length: height }, (_, y) => {
    const isInk = y % LINE > 5 && y > LINE && y < height - LINE;
    const end = 40 + ((Math.floor(y / LINE) * 37) % 60);
    // A row begins with the number of its filter: none.
    return Buffer.from([
      0,
      ...Array.from({ length: WIDTH }, (__, x) => (isInk && x > 10 && x < end ? INK : WHITE)),
    ]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of gray, and of everything else what PNG has one of.
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
