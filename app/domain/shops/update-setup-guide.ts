import type { ShopContext } from "../context.ts";
import { SETUP_STEPS, type SetupGuideChange, setupGuideSettingsSchema } from "./setup-guide.ts";

/** Remembers what the merchant said. Repeating changes nothing. */
export async function updateSetupGuide(
  context: Pick<ShopContext, "db" | "shop">,
  change: SetupGuideChange,
): Promise<void> {
  const id = context.shop.id;
  await context.db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM shops WHERE id = ${id} FOR UPDATE`;
    const shop = await tx.shop.findUniqueOrThrow({ where: { id }, select: { settings: true } });
    const { setup_guide: guide } = setupGuideSettingsSchema.parse(shop.settings);
    if (change.kind === "mark_done") {
      guide.done = SETUP_STEPS.filter((step) => step === change.step || guide.done.includes(step));
    } else {
      guide.dismissed = change.kind === "dismiss";
    }
    await tx.$executeRaw`
      UPDATE shops SET settings = settings || jsonb_build_object('setup_guide', ${JSON.stringify(guide)}::jsonb)
      WHERE id = ${id}`;
  });
}
