import type { ActionFunctionArgs } from "@remix-run/node";
import { listReasons } from "#app/domain/churn/reasons/list-reasons.ts";
import { openAdmin } from "../open-admin.ts";
import { answerPreview } from "./answer-preview.ts";
import { previewRequestSchema } from "./preview-request.ts";
import { renderPreview } from "./render-preview.ts";

/** Draws the cancel flow with what is in an editor's fields. */
export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return answerPreview(request, previewRequestSchema, async (wanted) => {
    const reasons =
      wanted.reasons ?? (await listReasons(context)).filter((reason) => reason.active);
    const shown = reasons.map(({ alias, title, description }) => ({ alias, title, description }));
    return renderPreview(context, wanted, shown);
  });
}
