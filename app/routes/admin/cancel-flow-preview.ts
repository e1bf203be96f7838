import type { ActionFunctionArgs } from "@remix-run/node";
import { invalidInput } from "#app/core/invalid-input.ts";
import { listReasons } from "#app/domain/churn/list-reasons.ts";
import { openAdmin } from "./open-admin.ts";
import type { PreviewAnswer } from "./preview/preview-answer.ts";
import { previewRequestSchema } from "./preview/preview-request.ts";
import { renderPreview } from "./preview/render-preview.ts";

/**
 * Draws the cancel flow with what is in an editor's fields. A draft that cannot be shown yet, because a
 * field is blank or wrong, is an ordinary answer too: it happens with every other key that is pressed.
 */
export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const parsed = previewRequestSchema.safeParse(await request.json());
  if (!parsed.success) return answer({ waitsFor: invalidInput(parsed.error).message });
  const reasons =
    parsed.data.reasons ?? (await listReasons(context)).filter((reason) => reason.active);
  const shown = reasons.map(({ alias, title, description }) => ({ alias, title, description }));
  return answer({ page: renderPreview(context, parsed.data, shown) });
}

function answer(body: PreviewAnswer): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
