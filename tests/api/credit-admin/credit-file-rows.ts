import type { ShopContext } from "#app/domain/context.ts";
import { listCreditFileLines } from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";

const HEADER = "customer,email,amount,type,reason,currency";

/** Lines for the customers in their order; `createCustomers` numbers them so. */
export const rowsOf = (amounts: (string | number)[], reason = "A present") =>
  amounts.map(
    (amount, index) => `${900000001 + index},,${amount},manual admin adjustment,${reason},`,
  );

/** The internal id of a file whose columns are understood. */
export async function takeFile(at: ShopContext, text: string, name = "file.csv"): Promise<bigint> {
  const bytes = new TextEncoder().encode(text);
  const file = await uploadCreditFile(at, { name, bytes });
  if (file.outcome !== "checked") throw new Error(file.message);
  return file.fileId;
}

export const takeRows = (at: ShopContext, rows: string[], name?: string) =>
  takeFile(at, [HEADER, ...rows].join("\n"), name);

export const linesOf = (at: ShopContext, fileId: bigint) =>
  listCreditFileLines(at, fileId, { only: "all", afterPosition: 0, limit: 10_000 });

/** What became of each line, and with which amount. */
export const outcomesOf = async (at: ShopContext, fileId: bigint) =>
  (await linesOf(at, fileId)).map(({ outcome, appliedMinor }) => [
    outcome,
    appliedMinor === null ? null : Number(appliedMinor),
  ]);

export const countEntries = ({ db, shop }: ShopContext) =>
  db.prisma.creditEntry.count({ where: { shopId: shop.id } });
