import type { ActionFunctionArgs } from "@remix-run/node";
import { listReasons } from "#app/domain/churn/reasons/list-reasons.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { openAdmin } from "../open-admin.ts";
import type { PreviewAnswer } from "./preview-answer.ts";
import { previewRequestSchema } from "./preview-request.ts";
import { renderPreview } from "./render-preview.ts";

/**
 * Draws the cancel flow with what is in an editor's fields. A draft that cannot be shown yet, because a
 * field is blank or wrong, is an ordinary answer too: it happens with every other key that is pressed.
 */
export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const parsed = previewRequestSchema.safeParse(await readJson(request));
  if (!parsed.success) return answer({ waitsFor: invalidInput(parsed.error).message });
  const reasons =
    parsed.data.reasons ?? (await listReasons(context)).filter((reason) => reason.active);
  const shown = reasons.map(({ alias, title, description }) => ({ alias, title, description }));
  return answer({ page: renderPreview(context, parsed.data, shown) });
}

/** Nothing, where the body is no JSON: what is missing is then said as for any other draft. */
async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => null);
}

function answer(body: PreviewAnswer): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
