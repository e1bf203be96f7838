import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { NEVER_SAVED } from "./mail-settings.ts";
import { parseMailSettings } from "./mail-settings-input.ts";

/**
 * Saves what a merchant has set. Mails that wait are sent by it; a kind that was switched off stops with the causes that
 * come from then on.
 *
 * @param edit `version`: of the settings that the editor was opened with.
 * @throws AppError invalid_input with `fields` such as `texts.de.payment_failed.body`.
 */
export async function saveMailSettings(
  context: ShopContext,
  edit: { version: string; input: unknown },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const settings = parseMailSettings(edit.input);
  const { shop, db } = context;
  const isFirst = edit.version === NEVER_SAVED;
  const before = isFirst ? new Date(0) : new Date(edit.version);
  const data = { ...settings, updatedAt: nextVersion(before, new Date()) };
  const { count } = isFirst
    ? await db.prisma.mailSettings.createMany({
        data: [{ shopId: shop.id, ...data }],
        skipDuplicates: true,
      })
    : await db.prisma.mailSettings.updateMany({
        where: { shopId: shop.id, updatedAt: before },
        data,
      });
  return { outcome: count === 1 ? "saved" : "stale" };
}
