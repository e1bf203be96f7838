import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { isAppError } from "#app/lib/app-error.ts";
import type { Logger } from "#app/lib/log.ts";
import type { Formats } from "#app/ui/format.ts";
import type { FormError } from "#app/ui/use-form-request.ts";
import { readJsonForm } from "./input/read-json-form.ts";
import { openAdmin } from "./open-admin.ts";

interface FormCall<S> {
  readonly app: AppContext;
  readonly loadContext: AppLoadContext;
  readonly context: ShopContext;
  readonly formats: Formats;
  readonly params: ActionFunctionArgs["params"];
  /** What the form sent, checked. */
  readonly input: S;
}

const UNREADABLE_FORM: FormError = {
  outcome: "refused",
  message: "The form could not be read, and nothing was saved. Reload the page and try again.",
  fields: {},
};

/**
 * A page's action: signs the visitor in, reads the form's JSON (at most 256 KiB), and runs what it asks for.
 * An error, also a bug, comes back as an answer rather than as an error page, so that what the merchant has
 * typed stays in front of them.
 */
export function formAction<S, A extends { outcome: string }>(
  schema: z.ZodType<S>,
  run: (call: FormCall<S>) => Promise<A>,
) {
  return async ({
    request,
    params,
    context: loadContext,
  }: ActionFunctionArgs): Promise<A | FormError> => {
    const { context, formats } = await openAdmin({ request, context: loadContext });
    return answerForm(context.log, async () => {
      const input = schema.parse(await readJsonForm(request));
      return run({ app: loadContext.app, loadContext, context, formats, params, input });
    });
  };
}

/** The same for an action that reads its request by itself, as an upload does. */
export async function answerForm<T>(log: Logger, work: () => Promise<T>): Promise<T | FormError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isAppError(error)) {
      return { outcome: "refused", message: error.message, fields: error.fields ?? {} };
    }
    // Only a script of somebody else's sends what our own pages do not.
    if (error instanceof z.ZodError || error instanceof SyntaxError) return UNREADABLE_FORM;
    log.error({ err: error }, "an action of the admin failed");
    return {
      outcome: "refused",
      message: "Something went wrong on our side, and nothing was saved. Try again in a moment.",
      fields: {},
    };
  }
}
