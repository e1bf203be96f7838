import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppTrouble } from "../input-error.ts";
import {
  chargeLook,
  creditLook,
  membershipPage,
  newestCharge,
  subscriptionLook,
  subscriptionPage,
} from "./looks.ts";
import { ensureMember, newestAttempt } from "./member.ts";
import {
  declineNextCharge,
  ensureChargeSoon,
  ensureNothingUnpaid,
  ensureUnpaid,
  untilPaid,
  waitForCharge,
} from "./member-deeds.ts";
import { expectOk, type Stage } from "./stage.ts";
import type { Tour } from "./tour.ts";

const rulesSchema = z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) });

/** The daily work in the admin. */
export const merchantsMorning: Tour = {
  id: "merchant",
  title: "A merchant’s morning",
  text: "Open the admin: see what needs attention, mend a failed payment, be kind to a customer, change the program.",
  steps: [
    {
      id: "night",
      title: "See what the night has left",
      text: "Overnight the charges of the day were made, and one was declined. The failed payments list it with its reason and with what happens next.",
      button: "Let the night pass",
      prepare: async (stage) => {
        await ensureChargeSoon(stage);
        await declineNextCharge(stage);
      },
      act: (stage) => waitForCharge(stage, "failed").then(() => undefined),
      look: (cast) => ({
        storefront: membershipPage,
        admin: "/app/subscriptions/failed",
        api: newestCharge(cast),
      }),
      unchanged: ["storefront"],
      isMailed: true,
    },
    {
      id: "retry",
      title: "Understand a failed payment, and try again",
      text: "The subscription’s page says why the charge failed and what happens next. The customer has called, the account is covered: charge now.",
      button: "Charge now",
      prepare: ensureUnpaid,
      act: async (stage) => {
        const attemptId = (await newestAttempt(stage))?.id.replace("bat_", "");
        await stage.adminForm("/app/subscriptions/failed", { intent: "charge", attemptId });
        await untilPaid(stage);
        return undefined;
      },
      look: chargeLook,
    },
    {
      id: "adjust",
      title: "Say sorry with store credit",
      text: "A parcel was late, so the customer gets 5.00. An adjustment needs a reason, and merchant, books and the shopper’s page have the same line.",
      button: "Give 5.00",
      prepare: async (stage) => void (await ensureMember(stage)),
      act: async (stage) => {
        await stage.adminForm(`/app/store-credit/customers/${stage.cast.customerId}`, {
          amount: "5.00",
          type: "manual admin adjustment",
          reason: "Parcel arrived late",
          key: randomUUID(),
        });
        return undefined;
      },
      look: creditLook,
    },
    {
      id: "pause",
      title: "Pause for somebody on holiday",
      text: "The customer writes that they are away for two weeks. The subscription pauses, resumes by itself, and the customer is told by mail.",
      button: "Pause for 14 days",
      isMailed: true,
      prepare: ensureNothingUnpaid,
      act: async (stage) => {
        const page = subscriptionPage(stage.cast) ?? "";
        await stage.adminForm(page, { intent: "pause", days: "14" });
        return undefined;
      },
      look: subscriptionLook,
    },
    {
      id: "rule",
      title: "Switch a loyalty rule",
      text: "The first rule of the program goes off, and neither shoppers nor programs see it any more. What was earned stays. The step then switches it on again.",
      button: "Switch the rule off",
      prepare: async (stage) => {
        await ensureMember(stage);
        const answer = await stage.proxy("/loyalty/rules");
        const first = rulesSchema.parse(expectOk(answer, "The list of rules")).data[0];
        if (first === undefined)
          throw new AppTrouble("no loyalty rule is active: make one in the admin");
        stage.cast.rule = first.id;
      },
      act: async (stage) => {
        await switchRule(stage, false);
        return "The rule was off for this look, and is on again.";
      },
      restore: (stage) => switchRule(stage, true),
      look: () => ({
        storefront: membershipPage,
        admin: "/app/loyalty/rules",
        api: {
          ...{ through: "proxy", by: "anybody", documents: "loyalty#listLoyaltyRules" },
          ...{ path: "/loyalty/rules", pick: namesOfRules },
        },
      }),
      unchanged: ["storefront"],
    },
    {
      id: "export",
      title: "Hand the books over",
      text: "The accountant wants all members as a file, with the same columns as the Data API. Nothing changes for anybody by that.",
      button: "Make the file",
      act: async (stage) => {
        await stage.adminForm("/app/exports", {
          intent: "request",
          export: "members",
          format: "csv",
          fromDay: null,
          toDay: null,
          filters: {},
          key: randomUUID(),
        });
        return undefined;
      },
      look: () => ({
        storefront: null,
        admin: "/app/exports",
        api: {
          ...{ through: "proxy", by: "key", documents: "data#listMemberRows" },
          ...{ path: "/data/members?page=1", pick: firstRow },
        },
      }),
      unchanged: ["api"],
    },
  ],
};

function switchRule(stage: Stage, active: boolean): Promise<void> {
  const id = String(stage.cast.rule);
  return stage.adminForm("/app/loyalty/rules", { intent: "switch", id, active });
}

function namesOfRules(body: unknown): unknown {
  return rulesSchema.parse(body).data.map(({ id, name }) => ({ id, name }));
}

const rowsSchema = z.object({ data: z.array(z.unknown()) });

function firstRow(body: unknown): unknown {
  return rowsSchema.parse(body).data[0] ?? null;
}
