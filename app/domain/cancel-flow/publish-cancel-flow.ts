import type { ShopContext } from "../context.ts";
import { readWithdrawalRule } from "../shops/withdrawal-rule.ts";
import { listShownReasons } from "./get-cancel-flow.ts";

/** Writes the reasons, the contact address and the days to withdraw that the cards are rendered with. Safe to repeat. */
export async function publishCancelFlow(context: ShopContext): Promise<void> {
  const withdrawal = await readWithdrawalRule(context.db.prisma, context.shop.id);
  await context.platform.publishShopData("cancel_flow", "settings", {
    reasons: await listShownReasons(context),
    contact_email: context.shop.contactEmail,
    // From the beginning of the day on which a contract was made to the middle of the last one; less than none where it is off.
    withdraw_seconds: withdrawal.isOn ? (withdrawal.days + 0.5) * 86_400 : -86_400,
  });
}
