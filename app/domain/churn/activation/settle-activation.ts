import { AppError, isAppError } from "#app/lib/app-error.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { offerTypeOf } from "../offers/types/offer-types.ts";
import { toApplication } from "./apply-offer.ts";
import { finishActivation, rejectActivation } from "./finish-activation.ts";

const brokenOff = new AppError(
  "platform_unavailable",
  "The request broke off before it took effect.",
);

/**
 * Finishes an activation whose response was lost. One that cannot have taken effect is rejected; one that may
 * have is sent again, which the platform applies at most once. Safe to repeat; an activation with an outcome
 * is left alone.
 *
 * @throws PlatformFailure unavailable or not_connected, so that the job is tried again.
 */
export async function settleActivation(
  context: ShopContext,
  appliedOfferId: bigint,
): Promise<void> {
  const claim = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: appliedOfferId } },
    include: { subscription: { include: { customer: true, plan: true } } },
  });
  if (claim?.state !== "pending") return;
  const { subscription } = claim;
  const application = toApplication(claim, subscription);
  const type = offerTypeOf(application.rules);
  if (!type.mayHaveTakenEffect(claim)) {
    return rejectActivation(context, claim, subscription, brokenOff);
  }
  try {
    const record = await type.settle(context, application);
    await finishActivation(context, application, record);
  } catch (error) {
    const isRefused = isPlatformFailure(error) ? error.kind === "refused" : isAppError(error);
    if (!isRefused) throw error;
    await rejectActivation(context, claim, subscription, error);
  }
}
