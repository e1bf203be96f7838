import type { CreditFileLine, Prisma } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/** A line of a file as it was checked, with its outcome. */
export type StoredCreditFileLine = CreditFileLine;

/** Which lines of a file: all, those with a problem, those with a notice. */
export const CREDIT_LINE_CHOICES = ["all", "problems", "notices"] as const;
export type CreditLineChoice = (typeof CREDIT_LINE_CHOICES)[number];

/** Lines of a file in their order, after the one at `afterPosition`. */
export function listCreditFileLines(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  fileId: bigint,
  page: { only: CreditLineChoice; afterPosition: number; limit: number },
): Promise<StoredCreditFileLine[]> {
  const choices: Record<CreditLineChoice, Prisma.CreditFileLineWhereInput> = {
    all: {},
    problems: { problems: { isEmpty: false } },
    notices: { notice: { not: null } },
  };
  return db.prisma.creditFileLine.findMany({
    where: {
      shopId: shop.id,
      fileId,
      position: { gt: page.afterPosition },
      ...choices[page.only],
    },
    orderBy: { position: "asc" },
    take: page.limit,
  });
}
