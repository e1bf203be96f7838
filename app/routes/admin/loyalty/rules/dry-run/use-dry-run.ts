import { useRef, useState } from "react";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useWatchedRun } from "../../use-watched-run.ts";
import type { DryRunView } from "./dry-run-view.ts";

/** What makes no difference to what a rule would have given. */
const NOT_COUNTED = { name: null, description: null, status: null, startDate: null };

/** Starts dry runs of a rule as it is typed, one after another, and follows the last one. */
export function useDryRun(input: Record<string, unknown>) {
  const sent = useRef("");
  const [started, setStarted] = useState<{ runId: string; of: string } | null>(null);
  const form = useFormRequest<{ outcome: "started"; runId: string }>(({ runId }) =>
    setStarted({ runId, of: sent.current }),
  );
  const { run, trouble } = useWatchedRun<DryRunView>(
    started && `/app/loyalty/dry-runs/${started.runId}`,
  );
  const now = JSON.stringify({ ...input, ...NOT_COUNTED });
  return {
    run,
    trouble,
    error: form.error,
    isAtWork: form.isSending || (started !== null && !run?.isDone && trouble === null),
    isStarted: started !== null,
    /** Whether the rule was changed since. */
    isOld: started !== null && started.of !== now,
    start: () => {
      sent.current = now;
      form.send({ intent: "dry-run", key: crypto.randomUUID(), input });
    },
  };
}

export type DryRunState = ReturnType<typeof useDryRun>;
