import type { ActionFunctionArgs } from "@remix-run/node";
import { openAdmin } from "../../open-admin.ts";
import { answerPreview } from "../../preview/answer-preview.ts";
import { loyaltyPreviewSchema } from "./preview-request.ts";
import { renderPointRewardPreview, renderTiersPreview } from "./render-offers-preview.ts";
import { renderRulePreview } from "./render-rule-preview.ts";

/** Draws one of the theme's loyalty blocks with what is in an editor's fields. */
export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return answerPreview(request, loyaltyPreviewSchema, async (wanted) => {
    switch (wanted.kind) {
      case "rule":
        return renderRulePreview(context, wanted);
      case "tiers":
        return renderTiersPreview(context, wanted);
      case "point_reward":
        return renderPointRewardPreview(context, wanted);
    }
  });
}
