import type { z } from "zod";
import { AppError } from "#app/lib/app-error.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { readJsonForm } from "../input/read-json-form.ts";
import type { PreviewAnswer } from "./preview-answer.ts";

/**
 * Answers what an editor wants to see with the page that `draw` makes of it. A draft that cannot be shown yet, because a field is
 * blank or wrong, is an ordinary answer too: it happens with every other key that is pressed.
 *
 * @param draw may throw AppError invalid_input.
 */
export async function answerPreview<T>(
  request: Request,
  schema: z.ZodType<T>,
  draw: (wanted: T) => Promise<string>,
): Promise<Response> {
  // What is no JSON is said as for any other draft.
  const parsed = schema.safeParse(await readJsonForm(request).catch(() => null));
  if (!parsed.success) return answer({ waitsFor: invalidInput(parsed.error).message });
  try {
    return answer({ page: await draw(parsed.data) });
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input") {
      return answer({ waitsFor: error.message });
    }
    throw error;
  }
}

function answer(body: PreviewAnswer): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
