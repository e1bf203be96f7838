import type { ActionFunctionArgs } from "@remix-run/node";
import { invalidInput } from "#app/core/invalid-input.ts";
import { listReasons } from "#app/domain/churn/list-reasons.ts";
import { openAdmin } from "./open-admin.ts";
import { previewRequestSchema } from "./preview/preview-request.ts";
import { renderPreview } from "./preview/render-preview.ts";

/**
 * Draws the cancel flow with what is in an editor's fields. A draft that cannot be shown yet, because a
 * field is blank or wrong, is 422 with a sentence.
 */
export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const parsed = previewRequestSchema.safeParse(await request.json());
  if (!parsed.success) {
    return Response.json({ message: invalidInput(parsed.error).message }, { status: 422 });
  }
  const reasons =
    parsed.data.reasons ?? (await listReasons(context)).filter((reason) => reason.active);
  const shown = reasons.map(({ alias, title, description }) => ({ alias, title, description }));
  const html = renderPreview(context, parsed.data, shown);
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
