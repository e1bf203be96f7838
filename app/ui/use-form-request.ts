import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FieldErrors } from "#app/lib/app-error.ts";

/** Why nothing was saved. The form stays as it is, with everything that was typed. */
export interface FormError {
  outcome: "refused";
  message: string;
  fields: FieldErrors;
}

type JsonObject = Record<string, unknown>;

/**
 * Sends a form of the admin as JSON to its page's action, one request at a time.
 *
 * @param onAnswer is called once for each answer that is not an error.
 * @param whileSending what to do with a second request: `ignore` it (a form), or let it `replace` the first
 *   (a choice that is made again before it was saved).
 */
export function useFormRequest<A extends { outcome: string }>(
  onAnswer: (answer: Exclude<A, FormError>) => void,
  whileSending: "ignore" | "replace" = "ignore",
) {
  const fetcher = useFetcher();
  const [dismissed, setDismissed] = useState<unknown>(null);
  const handled = useRef<unknown>(null);
  const latestOnAnswer = useRef(onAnswer);
  latestOnAnswer.current = onAnswer;
  const isSending = fetcher.state !== "idle";
  // An action answers plain JSON, so what arrives has the type that was sent.
  const answer = isSending ? undefined : (fetcher.data as A | FormError | undefined);
  useEffect(() => {
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (!isFormError(answer)) latestOnAnswer.current(answer as Exclude<A, FormError>);
  }, [answer]);
  const error = answer && answer !== dismissed && isFormError(answer) ? answer : null;
  return {
    isSending,
    /** What is being sent now; undefined when nothing is. */
    sending: isSending ? (fetcher.json as JsonObject | undefined) : undefined,
    answer: answer as A | FormError | undefined,
    error,
    /** What is wrong with a field, as the field's component takes it. */
    errorOf: (name: string): { error?: string } => {
      const messages = error?.fields[name];
      return messages ? { error: messages.join(" ") } : {};
    },
    dismissError: () => setDismissed(answer),
    send: (body: object, options: { action?: string } = {}) => {
      if (isSending && whileSending === "ignore") return;
      fetcher.submit(JSON.stringify(body), {
        method: "post",
        encType: "application/json",
        ...options,
      });
    },
  };
}

function isFormError(answer: { outcome: string }): answer is FormError {
  return answer.outcome === "refused";
}
