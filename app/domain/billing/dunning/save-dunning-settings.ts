import { isDeepStrictEqual } from "node:util";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import type { StaleEdit } from "../../edit-version.ts";
import {
  type DunningSettings,
  dunningSettingsSchema,
  readDunningSettings,
} from "./dunning-settings.ts";

/** The version of an edit. The settings are small enough to be their own. */
export function dunningVersion(settings: DunningSettings): string {
  return JSON.stringify(settings);
}

/**
 * Saves what happens after a failed charge. A step that is planned already stays; the steps after it follow the new
 * settings. Safe to repeat.
 *
 * @param edit.version the version the editor was opened with; when the settings have changed since, nothing is saved
 *   and the outcome is `stale`.
 * @throws AppError invalid_input; fields of missing stock are named `inventory.…`.
 */
export async function saveDunningSettings(
  context: ShopContext,
  edit: { version: string; input: unknown },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const parsed = dunningSettingsSchema.safeParse(edit.input);
  if (!parsed.success) throw invalidInput(parsed.error, nameOfField);
  const settings = parsed.data;
  const { id } = context.shop;
  return context.db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM shops WHERE id = ${id} FOR UPDATE`;
    const before = await readDunningSettings(tx, context.shop.id);
    if (isDeepStrictEqual(before, settings)) return { outcome: "saved" };
    if (dunningVersion(before) !== edit.version) return { outcome: "stale" };
    await tx.$executeRaw`
      UPDATE shops SET settings = settings || jsonb_build_object('dunning', ${JSON.stringify(settings)}::jsonb)
      WHERE id = ${id}`;
    await recordActivity(context, tx, {
      kind: "dunning.settings_changed",
      message: `A failed charge is now retried on days ${settings.retryDays.join(", ")}, one without stock on days ${settings.inventory.retryDays.join(", ")}.`,
      details: {
        final_action: settings.finalAction,
        inventory_final_action: settings.inventory.finalAction,
        oversell: settings.inventory.oversell,
      },
    });
    return { outcome: "saved" };
  });
}

/** "inventory.retryDays", without the place of a day in its list. */
function nameOfField(path: readonly PropertyKey[]): string {
  return path.filter((part) => typeof part === "string").join(".") || "form";
}
