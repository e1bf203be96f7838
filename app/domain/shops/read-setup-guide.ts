import type { ShopContext } from "../context.ts";
import { type SetupGuide, setupGuideSettingsSchema } from "./setup-guide.ts";

/** How far the merchant has come with setting up. */
export async function readSetupGuide(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<SetupGuide> {
  const { prisma } = context.db;
  const shopId = context.shop.id;
  const [shop, key, editedOffer, flow] = await Promise.all([
    prisma.shop.findUniqueOrThrow({ where: { id: shopId }, select: { settings: true } }),
    prisma.apiKey.findFirst({ where: { shopId }, select: { id: true } }),
    prisma.activity.findFirst({
      where: { shopId, actorKind: "merchant", kind: { in: ["offer.saved", "offer.created"] } },
      select: { id: true },
    }),
    // A flow begins only where the block is on the storefront.
    prisma.cancelFlow.findFirst({ where: { shopId }, select: { id: true } }),
  ]);
  const { setup_guide: said } = setupGuideSettingsSchema.parse(shop.settings);
  return {
    dismissed: said.dismissed,
    done: {
      key: key !== null || said.done.includes("key"),
      offers: editedOffer !== null || said.done.includes("offers"),
      theme: flow !== null || said.done.includes("theme"),
    },
  };
}
