import type { ContractImportLine } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { isOfSurroundings } from "../set-aside/is-of-surroundings.ts";

/**
 * Does work on one line of an import. What fails because of the line itself is said beside it, and the caller goes on with the
 * next one.
 *
 * @param options.state what the line becomes then; it stays as it is unless given.
 * @returns undefined then.
 * @throws what fails because of what is around it.
 */
export async function orSayWhy<T>(
  { db, log }: ShopContext,
  line: ContractImportLine,
  work: (line: ContractImportLine) => Promise<T>,
  { state }: { state?: "created" } = {},
): Promise<T | undefined> {
  const { shopId, importId, position } = line;
  try {
    return await work(line);
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    log.error(
      { err: error, importId: String(importId), position },
      "a line of an import has failed",
    );
    await db.prisma.contractImportLine.updateMany({
      where: { shopId, importId, position },
      data: { reason: describeFailure(error), ...(state && { state }) },
    });
    return undefined;
  }
}
