import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { AdjustmentInput } from "#app/domain/store-credit/adjustments/adjustment-input.ts";
import { showToast } from "#app/ui/show-toast.ts";
import type { Refusal } from "../../answer-action.ts";

type AdjustAnswer = () => Promise<
  | { outcome: "adjusted"; key: string; before: string; after: string }
  | { outcome: "sent_before"; key: string }
  | Refusal
>;

const EMPTY: AdjustmentInput = { amount: "", type: "manual admin adjustment", reason: "" };

/**
 * The fields of an adjustment, and its sending. The form has a key of its own that goes with every sending
 * until it was applied: pressing twice, or again after an answer that was lost, adjusts once.
 */
export function useAdjustForm() {
  const fetcher = useFetcher<AdjustAnswer>();
  const [fields, setFields] = useState(EMPTY);
  const key = useRef<string | null>(null);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const handled = useRef<unknown>(null);
  useEffect(() => {
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.outcome === "refused") return;
    key.current = null;
    if (answer.outcome === "sent_before") return;
    setFields(EMPTY);
    showToast(`Credit adjusted: ${answer.before} before, ${answer.after} now`);
  }, [answer]);
  return {
    fields,
    isSending: fetcher.state !== "idle",
    change: (patch: Partial<AdjustmentInput>) => setFields((before) => ({ ...before, ...patch })),
    send: () => {
      if (fetcher.state !== "idle") return;
      key.current ??= crypto.randomUUID();
      fetcher.submit(JSON.stringify({ ...fields, key: key.current }), {
        method: "post",
        encType: "application/json",
      });
    },
    /** What is wrong with a field, as the field takes it. */
    errorOf: (name: keyof AdjustmentInput): { error?: string } => {
      const said = answer?.outcome === "refused" ? answer.fields[name] : undefined;
      return said ? { error: said.join(" ") } : {};
    },
    trouble: describeTrouble(answer),
  };
}

/** Why nothing was adjusted, or not by this; null when there is nothing to say. */
function describeTrouble(
  answer: Awaited<ReturnType<AdjustAnswer>> | undefined,
): { title: string; message: string } | null {
  if (answer?.outcome === "refused") {
    return { title: "Nothing was adjusted", message: answer.message };
  }
  if (answer?.outcome !== "sent_before") return null;
  return {
    title: "What you sent before was already applied",
    message:
      "The form was changed after it had been sent, and that first version counts. Look at the timeline, then send the form again if you still want this one too.",
  };
}
