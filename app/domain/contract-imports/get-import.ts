import type { ContractImport, ContractImportLine, Prisma } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";

/** An import without its lines. */
export type StoredImport = ContractImport;

/** An import with the number of its lines per state; lines that were not tried yet are under "". */
export interface ImportDetails {
  row: ContractImport;
  lines: ReadonlyMap<string, number>;
  /** How many of those that wait say why they could not be changed. */
  troubled: number;
}

type Reader = Pick<ShopContext, "db" | "shop">;

/** @throws AppError not_found. */
export async function getImport({ db, shop }: Reader, importId: bigint): Promise<ImportDetails> {
  const row = await db.prisma.contractImport.findUnique({
    where: { shopId_id: { shopId: shop.id, id: importId } },
  });
  if (!row) throw new AppError("not_found", "There is no such import.");
  const groups = await db.prisma.contractImportLine.groupBy({
    by: ["state"],
    where: { shopId: shop.id, importId },
    _count: true,
  });
  const troubled = await db.prisma.contractImportLine.count({
    where: { shopId: shop.id, importId, state: "created", reason: { not: null } },
  });
  return {
    row,
    lines: new Map(groups.map((group) => [group.state ?? "", group._count])),
    troubled,
  };
}

/** The latest imports, newest first. */
export function listImports({ db, shop }: Reader, limit: number): Promise<ContractImport[]> {
  return db.prisma.contractImport.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/** Which lines of an import: all, those that something is wrong with. */
export const IMPORT_LINE_CHOICES = ["all", "problems"] as const;
export type ImportLineChoice = (typeof IMPORT_LINE_CHOICES)[number];

/** A line as it was checked and what became of it, with its customer and its plan. */
export type StoredImportLine = Prisma.ContractImportLineGetPayload<{
  include: { customer: true; plan: true };
}>;

/** Lines of an import in their order, after the one at `afterPosition`. */
export function listImportLines(
  { db, shop }: Reader,
  importId: bigint,
  page: { only: ImportLineChoice; afterPosition: number; limit: number },
): Promise<StoredImportLine[]> {
  return db.prisma.contractImportLine.findMany({
    where: {
      shopId: shop.id,
      importId,
      position: { gt: page.afterPosition },
      ...(page.only === "problems" && {
        OR: [{ problems: { isEmpty: false } }, { reason: { not: null } }],
      }),
    },
    include: { customer: true, plan: true },
    orderBy: { position: "asc" },
    take: page.limit,
  });
}

/** The next line in a state, for whoever works through them; null at the end. */
export function nextLine(
  { db, shop }: Reader,
  importId: bigint,
  state: string | null,
  afterPosition = 0,
): Promise<ContractImportLine | null> {
  return db.prisma.contractImportLine.findFirst({
    where: { shopId: shop.id, importId, state, position: { gt: afterPosition } },
    orderBy: { position: "asc" },
  });
}
