import { z } from "zod";
import {
  chargeLook,
  creditLook,
  customerPage,
  loyaltyRecord,
  memberRecord,
  membershipPage,
  subscriptionRecord,
} from "./looks.ts";
import { ensureMember, meetMember } from "./member.ts";
import {
  bringAnotherCard,
  declineNextCharge,
  ensureChargeSoon,
  ensureNothingUnpaid,
  ensureOffer,
  ensureUnpaid,
  moveNextCharge,
  placeOrder,
  takeOffer,
  waitForCharge,
} from "./member-deeds.ts";
import { expectOk } from "./stage.ts";
import type { Tour } from "./tour.ts";

const holdSchema = z.object({ code: z.string(), amount_text: z.string() });

/** One member, from signing in to leaving. */
export const shoppersMonth: Tour = {
  id: "shopper",
  title: "A shopper’s month",
  text: "Be a member of this store: change what you have, pay, fail to pay, get an offer, and leave.",
  steps: [
    {
      id: "sign-in",
      title: "Sign in as a member",
      text: "Somebody new signs up for the membership and signs in to the store. You are this person until you start again, or a step needs somebody else.",
      button: "Sign in",
      prepare: async ({ cast }) => {
        cast.cid = undefined;
        cast.customerId = cast.memberId = cast.subscriptionId = undefined;
      },
      act: async (stage) => {
        await meetMember(stage);
        return `You are ${stage.cast.name}.`;
      },
      look: (cast) => ({
        storefront: membershipPage,
        admin: customerPage(cast),
        api: memberRecord(cast),
      }),
    },
    {
      id: "move",
      title: "Move the next charge",
      text: "In the portal the shopper moves the next charge to another day. The platform’s contract, the card and the API follow, and a receipt comes by mail.",
      button: "Move the charge",
      prepare: ensureNothingUnpaid,
      isMailed: true,
      act: async (stage) => `The new day is ${await moveNextCharge(stage)}.`,
      look: (cast) => ({
        storefront: membershipPage,
        admin: customerPage(cast),
        api: subscriptionRecord(cast),
      }),
    },
    {
      id: "order",
      title: "Buy something and earn points",
      text: "An order at the checkout reaches the app by webhook. The loyalty rules of the store turn it into points, stamps and progress.",
      button: "Place an order",
      prepare: async (stage) => void (await ensureMember(stage)),
      act: (stage) => placeOrder(stage),
      look: (cast) => ({
        storefront: membershipPage,
        admin: customerPage(cast),
        api: loyaltyRecord(cast),
      }),
    },
    {
      id: "credit",
      title: "Pay with store credit",
      text: "The shopper has 12.50 of store credit and puts it on the cart, where it is held under a single-use code. The order spends it, once.",
      button: "Pay with the credit",
      prepare: async (stage) => {
        await ensureMember(stage);
        const body = { amount: 12.5, reason: "A present for the tour" };
        const path = `/store-credits/${stage.cast.cid}/add`;
        expectOk(await stage.core(path, { body }), "The credit");
      },
      act: async (stage) => {
        const answer = await stage.proxy("/storefront/store-credit/hold", {
          body: { amount: "12.50" },
        });
        const { code, amount_text } = holdSchema.parse(expectOk(answer, "The hold"));
        return `${await placeOrder(stage, { credit_code: code })} Code ${code} paid ${amount_text} of it.`;
      },
      look: creditLook,
    },
    {
      id: "renewal",
      title: "Let the day of the charge come",
      text: "The clock of the store goes on for some days. The renewal is charged exactly once, and the next date is a month later.",
      button: "Let the days pass",
      prepare: ensureChargeSoon,
      act: (stage) => waitForCharge(stage, "success").then(() => undefined),
      look: chargeLook,
    },
    {
      id: "declined",
      title: "Have the card declined",
      text: "The bank says that there is no money for a member’s next charge. The app tells the shopper, and plans the next try by the reason.",
      button: "Decline the card",
      prepare: async (stage) => {
        await ensureChargeSoon(stage);
        await declineNextCharge(stage);
      },
      act: (stage) => waitForCharge(stage, "failed").then(() => undefined),
      look: chargeLook,
      unchanged: ["storefront"],
      isMailed: true,
    },
    {
      id: "new-card",
      title: "Put in another card",
      text: "The shopper changes the payment method in the account. The charge that was owed is tried at once, instead of on its planned day.",
      button: "Change the card",
      prepare: ensureUnpaid,
      act: async (stage) => void (await bringAnotherCard(stage)),
      look: chargeLook,
    },
    {
      id: "offer",
      title: "Find it too expensive, and take the offer",
      text: "The shopper wants to cancel and says why. One fitting offer is shown with its price, and it is accepted.",
      button: "Accept the offer",
      prepare: (stage) => ensureOffer(stage, false),
      act: async (stage) => void (await takeOffer(stage)),
      look: (cast) => ({
        storefront: membershipPage,
        admin: customerPage(cast),
        api: subscriptionRecord(cast),
      }),
    },
    {
      id: "cancel",
      isMailed: true,
      title: "Cancel after all, and let a day pass",
      text: "Canceling is three clicks and a receipt. The discount of the offer leaves the contract a day later, when nobody can have changed their mind any more.",
      button: "Cancel the membership",
      prepare: (stage) => ensureOffer(stage, true),
      act: async (stage) => {
        const path = `/storefront/cancel-flow/${stage.cast.contractId}/cancel`;
        expectOk(
          await stage.proxy(path, { body: { reason: "too_expensive" } }),
          "The cancellation",
        );
        // The receipt is of today, not of tomorrow.
        await stage.settle();
        await stage.control("clock", { advance: "P1DT1H" });
        return undefined;
      },
      look: (cast) => ({
        storefront: membershipPage,
        admin: customerPage(cast),
        api: subscriptionRecord(cast),
      }),
    },
  ],
};
